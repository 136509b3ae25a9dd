// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/submission.h"

#include "service/intake/canonical.h"
#include "shared/catalogue/textrules.h"

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr auto knownFields = std::to_array<QLatin1StringView>(
    { "operationId"_L1, "subjectId"_L1, "targetKey"_L1, "kind"_L1, "parameters"_L1, "reason"_L1, "expiresAt"_L1 });

/// Collects what is wrong, so that a person mends the form in one go.
class Reading {
public:
    explicit Reading(const QJsonObject &body)
        : m_body(body)
    {
        for (auto field = body.begin(); field != body.end(); ++field) {
            if (std::ranges::find(knownFields, field.key()) == knownFields.end())
                malformed(field.key(), "unknown_field"_L1);
        }
    }

    void malformed(const QString &field, QLatin1StringView reason) { m_malformed.append({ field, reason }); }
    void refused(const QString &field, QLatin1StringView reason) { m_refused.append({ field, reason }); }

    /// The field's text; empty after a complaint, and where an optional field is absent.
    QString text(QLatin1StringView field, bool isRequired)
    {
        const QJsonValue value = m_body.value(field);
        if (value.isUndefined() || value.isNull()) {
            if (isRequired)
                malformed(field, "required"_L1);
            return {};
        }
        if (!value.isString()) {
            malformed(field, "wrong_type"_L1);
            return {};
        }
        const QString text = value.toString();
        if (text.isEmpty() && isRequired)
            malformed(field, "required"_L1);
        return text;
    }

    QString name(QLatin1StringView field)
    {
        const QString read = text(field, true);
        if (const auto problem = catalogue::nameProblem(read); problem && !read.isEmpty())
            m_refused.append({ field, *problem });
        return read;
    }

    QString prose(QLatin1StringView field)
    {
        const QString read = text(field, true);
        if (const auto problem = catalogue::textProblem(read, catalogue::longestReason, catalogue::Lines::Many))
            m_refused.append({ field, *problem });
        else if (!read.isEmpty() && read.trimmed().isEmpty())
            refused(field, "blank"_L1);
        return read;
    }

    const QJsonObject &body() const { return m_body; }

    void throwIfWrong() const
    {
        if (!m_malformed.isEmpty())
            throw fieldError(Code::InvalidRequest, m_malformed);
        if (!m_refused.isEmpty())
            throw fieldError(Code::ValidationFailed, m_refused);
    }

private:
    const QJsonObject &m_body;
    QList<FieldProblem> m_malformed;
    QList<FieldProblem> m_refused;
};

/// The header as HTTP's structured fields write a text, "…", or bare as most clients send it.
QString unquoted(const QByteArray &header)
{
    QString text = QString::fromUtf8(header).trimmed();
    if (text.size() >= 2 && text.startsWith(u'"') && text.endsWith(u'"'))
        text = text.sliced(1, text.size() - 2);
    return text;
}

std::optional<OperationId> readOperation(Reading &reading, const QByteArray &idempotencyKey)
{
    const QString field = reading.text("operationId"_L1, false);
    const bool inBody = reading.body().value("operationId"_L1).isString();
    if (inBody && !isOperationId(field))
        reading.malformed(u"operationId"_s, "bad_form"_L1);
    if (idempotencyKey.isEmpty())
        return inBody ? std::optional(OperationId(field)) : std::nullopt;
    const QString key = unquoted(idempotencyKey);
    if (!isOperationId(key))
        reading.malformed(u"Idempotency-Key"_s, "bad_form"_L1);
    else if (inBody && key != field)
        reading.malformed(u"operationId"_s, "differs_from_idempotency_key"_L1);
    return OperationId(key);
}

workflow::RequestKind readKind(Reading &reading)
{
    const QString text = reading.text("kind"_L1, false);
    if (!reading.body().value("kind"_L1).isString())
        return workflow::RequestKind::Bind;
    const QByteArray name = text.toUtf8();
    const auto kind =
        workflow::named<workflow::RequestKind>(workflow::kindNames, std::string_view(name.constData(), size_t(name.size())));
    if (!kind)
        reading.malformed(u"kind"_s, "unknown_value"_L1);
    return kind.value_or(workflow::RequestKind::Bind);
}

QJsonObject readParameters(Reading &reading)
{
    const QJsonValue value = reading.body().value("parameters"_L1);
    if (value.isUndefined() || value.isNull())
        return {};
    if (!value.isObject())
        reading.malformed(u"parameters"_s, "wrong_type"_L1);
    QJsonObject parameters = value.toObject();
    for (const QString &name : parameters.keys()) {
        if (parameters.value(name).isNull()) // The same as leaving it out, so that both have one spelling.
            parameters.remove(name);
    }
    if (canonicalJson(parameters).size() > catalogue::largestParameters)
        reading.refused(u"parameters"_s, "too_long"_L1);
    return parameters;
}

std::optional<Instant> readExpiry(Reading &reading)
{
    const QString text = reading.text("expiresAt"_L1, false);
    if (!reading.body().value("expiresAt"_L1).isString())
        return std::nullopt;
    const auto at = fromIso(text);
    if (!at)
        reading.malformed(u"expiresAt"_s, "not_a_time"_L1);
    return at;
}

} // namespace

bool isOperationId(QStringView text)
{
    return text.size() >= 8 && text.size() <= 36 && std::ranges::all_of(text, [](QChar letter) {
               return (letter >= u'a' && letter <= u'z') || (letter >= u'A' && letter <= u'Z')
                   || (letter >= u'0' && letter <= u'9') || letter == u'_' || letter == u'-';
           });
}

Submission readSubmission(const QJsonObject &body, const QByteArray &idempotencyKey)
{
    Reading reading(body);
    Submission submission;
    submission.operation = readOperation(reading, idempotencyKey);
    submission.subject = SubjectId(reading.name("subjectId"_L1));
    submission.target = TargetKey(reading.name("targetKey"_L1));
    submission.kind = readKind(reading);
    submission.parameters = readParameters(reading);
    submission.reason = reading.prose("reason"_L1);
    submission.expiresAt = readExpiry(reading);
    // A removal takes nothing with it: whoever sends parameters along expects something else than what would happen.
    if (submission.kind == workflow::RequestKind::Unbind) {
        if (!submission.parameters.isEmpty())
            reading.refused(u"parameters"_s, "not_for_unbind"_L1);
        if (submission.expiresAt)
            reading.refused(u"expiresAt"_s, "not_for_unbind"_L1);
    }
    reading.throwIfWrong();
    return submission;
}

} // namespace slipway::intake
