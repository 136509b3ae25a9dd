// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionrequest.h"

#include "service/operations/actionregistry.h"
#include "service/workflow/text.h"
#include "shared/catalogue/textrules.h"
#include "shared/recovery/action.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr auto knownFields = std::to_array<QLatin1StringView>(
    { "action"_L1, "mode"_L1, "targets"_L1, "parameters"_L1, "reason"_L1, "planHash"_L1, "bulkId"_L1 });
constexpr auto targetFields = std::to_array<QLatin1StringView>({ "type"_L1, "id"_L1, "version"_L1 });

template <size_t N>
bool isOneOf(const std::array<QLatin1StringView, N> &words, const QString &word)
{
    return std::ranges::find(words, word) != words.end();
}

std::optional<recovery::TargetKind> kindNamed(const QString &name)
{
    return workflow::named<recovery::TargetKind>(recovery::targetKindNames, workflow::view(name.toLatin1()));
}

std::optional<recovery::Action> actionNamed(const QString &name)
{
    return recovery::actionNamed(workflow::view(name.toLatin1()));
}

class Reading {
public:
    explicit Reading(const QJsonObject &body)
        : m_body(body)
    {
        refuseUnknown(body, knownFields, {});
    }

    template <size_t N>
    void refuseUnknown(const QJsonObject &object, const std::array<QLatin1StringView, N> &known, const QString &prefix)
    {
        for (const QString &field : object.keys()) {
            if (!isOneOf(known, field))
                malformed(prefix + field, "unknown_field"_L1);
        }
    }

    void malformed(const QString &field, QLatin1StringView reason) { m_malformed.append({ field, reason }); }

    QString text(const QJsonObject &object, QLatin1StringView field, bool isRequired, const QString &prefix = {})
    {
        const QJsonValue value = object.value(field);
        const bool isAbsent = value.isUndefined() || value.isNull();
        if (!isAbsent && !value.isString())
            malformed(prefix + field, "wrong_type"_L1);
        else if (isRequired && value.toString().isEmpty())
            malformed(prefix + field, "required"_L1);
        return value.toString();
    }

    ActionTarget target(const QJsonValue &value, const QString &prefix)
    {
        if (!value.isObject()) {
            malformed(prefix.chopped(1), "wrong_type"_L1);
            return {};
        }
        const QJsonObject object = value.toObject();
        refuseUnknown(object, targetFields, prefix);
        ActionTarget target { text(object, "type"_L1, true, prefix), text(object, "id"_L1, true, prefix), {} };
        if (!target.type.isEmpty() && !kindNamed(target.type))
            malformed(prefix + "type"_L1, "unknown_value"_L1);
        const QJsonValue version = object.value("version"_L1);
        if (!version.isUndefined() && !version.isNull()) {
            target.version = version.toInteger(-1);
            if (!version.isDouble() || *target.version < 0 || double(*target.version) != version.toDouble())
                malformed(prefix + "version"_L1, "wrong_type"_L1);
        }
        return target;
    }

    const QJsonObject &body() const { return m_body; }

    void throwIfMalformed() const
    {
        if (!m_malformed.isEmpty())
            throw fieldError(Code::InvalidRequest, m_malformed);
    }

private:
    const QJsonObject &m_body;
    QList<FieldProblem> m_malformed;
};

QList<ActionTarget> readTargets(Reading &reading)
{
    const QJsonValue value = reading.body().value("targets"_L1);
    const QJsonArray array = value.toArray();
    if (!value.isArray())
        reading.malformed(u"targets"_s, value.isUndefined() ? "required"_L1 : "wrong_type"_L1);
    else if (array.isEmpty())
        reading.malformed(u"targets"_s, "required"_L1);
    else if (array.size() > maxActionTargets)
        reading.malformed(u"targets"_s, "too_many"_L1);
    QList<ActionTarget> targets;
    for (qsizetype i = 0; i < std::min<qsizetype>(array.size(), maxActionTargets); ++i)
        targets.append(reading.target(array.at(i), u"targets[%1]."_s.arg(i)));
    return targets;
}

QJsonObject readParameters(Reading &reading, const QString &account)
{
    const QJsonValue value = reading.body().value("parameters"_L1);
    if (!value.isUndefined() && !value.isNull() && !value.isObject())
        reading.malformed(u"parameters"_s, "wrong_type"_L1);
    // The order matters: first theirs, then ours over it, so that nobody signs as somebody else.
    QJsonObject parameters = value.toObject();
    parameters.insert(operatorParameter, account);
    return parameters;
}

QString readRequestKey(Reading &reading, const QByteArray &header)
{
    static const QRegularExpression form(u"\\A[A-Za-z0-9_.:-]{1,64}\\z"_s);
    QString key = QString::fromUtf8(header).trimmed();
    if (key.size() >= 2 && key.startsWith(u'"') && key.endsWith(u'"'))
        key = key.sliced(1, key.size() - 2);
    if (!header.isEmpty() && !form.match(key).hasMatch())
        reading.malformed(u"Idempotency-Key"_s, "bad_form"_L1);
    return key;
}

void checkForm(Reading &reading, const ActionRequest &request)
{
    static const QRegularExpression hash(u"\\A[0-9a-f]{64}\\z"_s);
    static const QRegularExpression bulk(u"\\A[A-Za-z0-9_.:-]{1,64}\\z"_s);
    if (!request.action.isEmpty() && !actionNamed(request.action))
        reading.malformed(u"action"_s, "unknown_value"_L1);
    if (!request.planHash.isEmpty() && !hash.match(request.planHash).hasMatch())
        reading.malformed(u"planHash"_s, "bad_form"_L1);
    if (!request.bulkId.isEmpty() && !bulk.match(request.bulkId).hasMatch())
        reading.malformed(u"bulkId"_s, "bad_form"_L1);
}

void refuseUnavailable(const ActionRequest &request)
{
    QList<FieldProblem> problems;
    const recovery::Action action = *actionNamed(request.action);
    if (!actionFor(action))
        problems.append({ u"action"_s, u"action_not_available"_s });
    for (qsizetype i = 0; i < request.targets.size(); ++i) {
        if (!recovery::rowOf(action).targets.contains(*kindNamed(request.targets.at(i).type)))
            problems.append({ u"targets[%1].type"_s.arg(i), u"wrong_target_type"_s });
        for (qsizetype k = 0; k < i; ++k) {
            if (request.targets.at(k).type == request.targets.at(i).type
                && request.targets.at(k).id == request.targets.at(i).id)
                problems.append({ u"targets[%1].id"_s.arg(i), u"repeated"_s });
        }
    }
    if (const auto problem = catalogue::textProblem(request.reason, catalogue::longestReason, catalogue::Lines::Many))
        problems.append({ u"reason"_s, *problem });
    else if (request.mode == ActionRequest::Mode::Execute && request.reason.trimmed().isEmpty())
        problems.append({ u"reason"_s, u"blank"_s });
    if (QJsonDocument(request.parameters).toJson(QJsonDocument::Compact).size() > catalogue::largestParameters)
        problems.append({ u"parameters"_s, u"too_long"_s });
    if (!problems.isEmpty())
        throw fieldError(Code::ValidationFailed, problems);
}

} // namespace

ActionRequest readActionRequest(const QJsonObject &body, const QByteArray &idempotencyKey, const QString &account)
{
    Reading reading(body);
    ActionRequest request;
    request.action = reading.text(body, "action"_L1, true);
    const QString mode = reading.text(body, "mode"_L1, true);
    if (mode == "execute"_L1)
        request.mode = ActionRequest::Mode::Execute;
    else if (!mode.isEmpty() && mode != "preview"_L1)
        reading.malformed(u"mode"_s, "unknown_value"_L1);
    const bool isExecution = request.mode == ActionRequest::Mode::Execute;
    request.targets = readTargets(reading);
    request.parameters = readParameters(reading, account);
    request.reason = reading.text(body, "reason"_L1, isExecution);
    request.planHash = reading.text(body, "planHash"_L1, isExecution);
    request.bulkId = reading.text(body, "bulkId"_L1, false);
    request.requestKey = readRequestKey(reading, idempotencyKey);
    checkForm(reading, request);
    reading.throwIfMalformed();
    refuseUnavailable(request);
    return request;
}

} // namespace slipway::operations
