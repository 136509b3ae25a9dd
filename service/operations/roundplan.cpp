// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/roundplan.h"

#include "service/workflow/text.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *occupied =
    QT_TRANSLATE_NOOP("Action", "Batch %1 holds the slot. Waiting requests follow when it is settled.");
constexpr const char *nothingWaits = QT_TRANSLATE_NOOP("Action", "Nothing waits in this partition.");
constexpr const char *paused = QT_TRANSLATE_NOOP("Action", "The partition is paused. Resume it first.");
constexpr const char *frozen = QT_TRANSLATE_NOOP("Action", "A freeze window is on. No batch begins before it ends.");
constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "The catalogue in force names no such partition.");
constexpr const char *moved =
    QT_TRANSLATE_NOOP("Action", "The partition changed since you looked. Look again and decide anew.");
constexpr const char *wouldRun =
    QT_TRANSLATE_NOOP("Action", "A round would take up to %1 waiting requests into a new batch now.");
constexpr const char *done = QT_TRANSLATE_NOOP("Action", "Batch %1 was begun.");
constexpr const char *failed =
    QT_TRANSLATE_NOOP("Action", "The round failed on our side. Try again; the audit names the trace.");

PlannedRound plannedAs(PlannedRound planned, PlannedRound::Outcome outcome, const char *code, const char *sentence)
{
    planned.outcome = outcome;
    planned.code = code;
    planned.sentence = sentence;
    return planned;
}

QString nameOf(PlannedRound::Outcome outcome)
{
    switch (outcome) {
    case PlannedRound::Outcome::WouldDo: return u"WOULD_DO"_s;
    case PlannedRound::Outcome::AlreadyFine: return u"ALREADY_FINE"_s;
    case PlannedRound::Outcome::Refused: return u"REFUSED"_s;
    case PlannedRound::Outcome::Preempted: return u"PREEMPTED"_s;
    }
    return u"REFUSED"_s;
}

QString textOf(const PlannedRound &planned, Language language)
{
    const qint64 number = planned.standing.slotHolder ? planned.standing.slotHolder->value() : planned.standing.waiting;
    QString text = translated(language, "Action", planned.sentence);
    return text.replace("%1"_L1, QString::number(number));
}

protocol::ActionResult result(const ActionTarget &target, const QString &outcome, const QString &code, const QString &text,
                              std::optional<BatchId> batch)
{
    return { .type = target.type,
             .id = target.id,
             .outcome = outcome,
             .code = code.isEmpty() ? std::nullopt : std::optional(code),
             .text = text,
             .batch = batch };
}

} // namespace

PlannedRound planRound(const ActionTarget &target, const PartitionStanding &standing)
{
    using Outcome = PlannedRound::Outcome;
    const PlannedRound planned { .target = target, .standing = standing };
    if (!standing.isKnown)
        return plannedAs(planned, Outcome::Refused, "UNKNOWN_PARTITION", unknown);
    if (target.version && *target.version != standing.version)
        return plannedAs(planned, Outcome::Preempted, "PREEMPTED", moved);
    if (standing.mode != "OPEN"_L1)
        return plannedAs(planned, Outcome::Refused, "PAUSED", paused);
    if (standing.isFrozen)
        return plannedAs(planned, Outcome::Refused, "FROZEN", frozen);
    if (standing.slotHolder)
        return plannedAs(planned, Outcome::AlreadyFine, "SLOT_OCCUPIED", occupied);
    if (standing.waiting == 0)
        return plannedAs(planned, Outcome::AlreadyFine, "NOTHING_WAITING", nothingWaits);
    return plannedAs(planned, Outcome::WouldDo, nullptr, wouldRun);
}

QString planHashOf(const ActionRequest &request, const QList<PlannedRound> &plan)
{
    QJsonArray items;
    for (const PlannedRound &planned : plan) {
        const bool isRefused =
            planned.outcome == PlannedRound::Outcome::Refused || planned.outcome == PlannedRound::Outcome::Preempted;
        items.append(
            QJsonObject { { u"type"_s, planned.target.type },
                          { u"id"_s, planned.target.id },
                          { u"version"_s, planned.target.version ? QJsonValue(*planned.target.version) : QJsonValue() },
                          { u"refused"_s, isRefused ? QJsonValue(QLatin1StringView(planned.code)) : QJsonValue() } });
    }
    const QJsonObject whole { { u"action"_s, request.action }, { u"parameters"_s, request.parameters }, { u"items"_s, items } };
    return QString::fromLatin1(
        QCryptographicHash::hash(QJsonDocument(whole).toJson(QJsonDocument::Compact), QCryptographicHash::Sha256).toHex());
}

protocol::ActionItem previewOf(const PlannedRound &planned, Language language)
{
    const PartitionStanding &standing = planned.standing;
    const QJsonObject before { { u"mode"_s, standing.mode },
                               { u"version"_s, standing.version },
                               { u"slotHolder"_s,
                                 standing.slotHolder ? QJsonValue(standing.slotHolder->value()) : QJsonValue() },
                               { u"waiting"_s, standing.waiting } };
    protocol::ActionItem item { .type = planned.target.type,
                                .id = planned.target.id,
                                .outcome = nameOf(planned.outcome),
                                .code = std::nullopt,
                                .text = textOf(planned, language),
                                .before = before,
                                .after = before,
                                .guards = {},
                                .writes = {},
                                .remoteCalls = {} };
    if (planned.code)
        item.code = QString::fromLatin1(planned.code);
    if (planned.outcome == PlannedRound::Outcome::WouldDo) {
        item.after = { { u"slotHolder"_s, u"a new batch"_s } };
        item.guards = { u"merge_batch.uk_active_slot = '%1'"_s.arg(planned.target.id) };
        item.writes = { u"merge_batch: RUNNING, CLAIMED"_s, u"merge_batch_request: the waiting ones"_s,
                        u"operation, binding: QUEUED to MR_CREATING"_s };
    }
    return item;
}

protocol::ActionResult resultOf(const ActionTarget &target, const RoundAnswer &answer, Language language)
{
    const auto say = [&](const char *sentence) {
        return translated(language, "Action", sentence)
            .replace("%1"_L1, answer.batch ? QString::number(answer.batch->value()) : u"?"_s);
    };
    const QString code = workflow::text(slipway::nameOf(answer.kind));
    switch (answer.kind) {
    case RoundAnswer::Kind::Claimed: return result(target, u"DONE"_s, code, say(done), answer.batch);
    case RoundAnswer::Kind::SlotOccupied: return result(target, u"ALREADY_FINE"_s, code, say(occupied), answer.batch);
    case RoundAnswer::Kind::Paused: return result(target, u"REFUSED"_s, code, say(paused), {});
    default: return result(target, u"ALREADY_FINE"_s, u"NOTHING_WAITING"_s, say(nothingWaits), {});
    }
}

protocol::ActionResult resultOf(const PlannedRound &planned, Language language)
{
    return result(planned.target, nameOf(planned.outcome), QLatin1StringView(planned.code), textOf(planned, language), {});
}

protocol::ActionResult failureOf(const ActionTarget &target, Language language)
{
    return result(target, u"FAILED"_s, {}, translated(language, "Action", failed), {});
}

} // namespace slipway::operations
