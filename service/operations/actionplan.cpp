// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionplan.h"

#include "service/operations/auditlog.h"
#include "service/operations/diagnosisview.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using Outcome = PlannedItem::Outcome;

QString nameOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::WouldDo: return u"WOULD_DO"_s;
    case Outcome::AlreadyFine: return u"ALREADY_FINE"_s;
    case Outcome::Refused: return u"REFUSED"_s;
    case Outcome::Preempted: return u"PREEMPTED"_s;
    }
    return u"REFUSED"_s;
}

QString inWords(const QString &source, const QStringList &arguments, Language language)
{
    return filledIn(translated(language, "Action", source.toUtf8().constData()), arguments);
}

std::vector<QString> listed(const QStringList &texts) { return { texts.begin(), texts.end() }; }

QJsonArray arrayOf(const std::vector<QString> &texts)
{
    QJsonArray array;
    for (const QString &text : texts)
        array.append(text);
    return array;
}

} // namespace

protocol::ActionItem itemOf(recovery::Action action, const PlannedItem &planned, Language language)
{
    const bool isTriedNow = planned.outcome == Outcome::WouldDo;
    protocol::ActionItem item { .type = planned.target.type,
                                .id = planned.target.id,
                                .outcome = nameOf(planned.outcome),
                                .code = std::nullopt,
                                .text = inWords(planned.sentence.source, planned.sentence.arguments, language),
                                .before = planned.before,
                                .after = planned.after,
                                .guards = listed(planned.guards),
                                .writes = listed(planned.writes),
                                .remoteCalls = listed(planned.remoteCalls),
                                .isIrreversible = isTriedNow && recovery::rowOf(action).isIrreversible,
                                .needsSecond = isTriedNow && planned.needsSecond };
    if (!planned.code.isEmpty())
        item.code = planned.code;
    return item;
}

QString fingerprintOf(const protocol::ActionItem &item)
{
    const bool isRefused = item.outcome == "REFUSED"_L1 || item.outcome == "PREEMPTED"_L1;
    const QJsonObject whole { { u"type"_s, item.type },
                              { u"id"_s, item.id },
                              { u"refused"_s, isRefused ? QJsonValue(item.code.value_or(QString())) : QJsonValue() },
                              { u"guards"_s, arrayOf(item.guards) },
                              { u"writes"_s, arrayOf(item.writes) },
                              { u"remoteCalls"_s, arrayOf(item.remoteCalls) },
                              { u"needsSecond"_s, item.needsSecond } };
    return QString::fromLatin1(
        QCryptographicHash::hash(QJsonDocument(whole).toJson(QJsonDocument::Compact), QCryptographicHash::Sha256).toHex());
}

QString planHashOf(const QString &action, const QJsonObject &parameters, const std::vector<protocol::ActionItem> &items)
{
    QJsonArray fingerprints;
    for (const protocol::ActionItem &item : items)
        fingerprints.append(fingerprintOf(item));
    const QJsonObject whole { { u"action"_s, action },
                              { u"parameters"_s, maskedParameters(parameters) },
                              { u"items"_s, fingerprints } };
    return QString::fromLatin1(
        QCryptographicHash::hash(QJsonDocument(whole).toJson(QJsonDocument::Compact), QCryptographicHash::Sha256).toHex());
}

bool isTried(const PlannedItem &planned)
{
    return planned.outcome == Outcome::WouldDo || (planned.outcome == Outcome::AlreadyFine && planned.isTriedAnyway);
}

ActionOutcome untried(const PlannedItem &planned) { return { nameOf(planned.outcome), planned.code, planned.sentence }; }

QJsonObject storedOutcome(const ActionTarget &target, const ActionOutcome &outcome)
{
    return { { u"type"_s, target.type },
             { u"id"_s, target.id },
             { u"outcome"_s, outcome.outcome },
             { u"code"_s, outcome.code },
             { u"sentence"_s, outcome.sentence.source },
             { u"arguments"_s, QJsonArray::fromStringList(outcome.sentence.arguments) },
             { u"batchId"_s, outcome.batch ? QJsonValue(outcome.batch->value()) : QJsonValue() } };
}

std::optional<protocol::ActionResult> resultFrom(const QJsonObject &stored, Language language)
{
    if (!stored.value("outcome"_L1).isString())
        return std::nullopt;
    QStringList arguments;
    for (const QJsonValue &each : stored.value("arguments"_L1).toArray())
        arguments.append(each.toString());
    protocol::ActionResult result { .type = stored.value("type"_L1).toString(),
                                    .id = stored.value("id"_L1).toString(),
                                    .outcome = stored.value("outcome"_L1).toString(),
                                    .code = std::nullopt,
                                    .text = inWords(stored.value("sentence"_L1).toString(), arguments, language),
                                    .batch = std::nullopt };
    if (const QString code = stored.value("code"_L1).toString(); !code.isEmpty())
        result.code = code;
    if (const qint64 batch = stored.value("batchId"_L1).toInteger(); batch > 0)
        result.batch = BatchId(batch);
    return result;
}

std::vector<protocol::ActionResult> resultsFrom(const QJsonArray &stored, Language language)
{
    std::vector<protocol::ActionResult> results;
    for (const QJsonValue &each : stored) {
        if (auto result = resultFrom(each.toObject(), language))
            results.push_back(std::move(*result));
    }
    return results;
}

} // namespace slipway::operations
