// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/callbackbody.h"

#include <QJsonArray>

namespace slipway {

CallbackBody::CallbackBody(QJsonObject json)
    : m_json(std::move(json))
{
}

QJsonValue CallbackBody::value(const char *field) const { return m_json.value(QLatin1StringView(field)); }

void CallbackBody::refuse(const char *field, const char *reason)
{
    m_problems.append({ QString::fromLatin1(field), QString::fromLatin1(reason) });
}

QString CallbackBody::checkedText(const char *field, const QJsonValue &found, int maxLength)
{
    if (!found.isString()) {
        refuse(field, "must_be_text");
        return {};
    }
    const QString text = found.toString();
    if (text.isEmpty())
        refuse(field, "empty");
    else if (text.size() > maxLength)
        refuse(field, "too_long");
    return text;
}

QString CallbackBody::text(const char *field, int maxLength)
{
    const QJsonValue found = value(field);
    if (found.isUndefined() || found.isNull()) {
        refuse(field, "missing");
        return {};
    }
    return checkedText(field, found, maxLength);
}

QString CallbackBody::optionalText(const char *field, int maxLength)
{
    const QJsonValue found = value(field);
    if (found.isUndefined() || found.isNull() || found == QJsonValue(QString()))
        return QStringLiteral("");
    return checkedText(field, found, maxLength);
}

std::optional<qint64> CallbackBody::optionalNumber(const char *field)
{
    const QJsonValue found = value(field);
    if (found.isUndefined() || found.isNull())
        return std::nullopt;
    const qint64 number = found.toInteger(-1);
    if (!found.isDouble() || number < 0) {
        refuse(field, "must_be_a_whole_number");
        return std::nullopt;
    }
    return number;
}

QStringList CallbackBody::optionalTexts(const char *field, int maxItems, int maxLength)
{
    const QJsonValue found = value(field);
    if (found.isUndefined() || found.isNull())
        return {};
    const QJsonArray array = found.toArray();
    if (!found.isArray() || array.size() > maxItems) {
        refuse(field, found.isArray() ? "too_many" : "must_be_a_list");
        return {};
    }
    QStringList texts;
    for (const QJsonValue &each : array)
        texts.append(checkedText(field, each, maxLength));
    return texts;
}

QJsonObject CallbackBody::optionalObject(const char *field)
{
    const QJsonValue found = value(field);
    if (!found.isUndefined() && !found.isNull() && !found.isObject())
        refuse(field, "must_be_an_object");
    return found.toObject();
}

std::optional<Instant> CallbackBody::optionalTime(const char *field)
{
    const QJsonValue found = value(field);
    if (found.isUndefined() || found.isNull())
        return std::nullopt;
    const auto at = found.isString() ? fromIso(found.toString()) : std::nullopt;
    if (!at)
        refuse(field, "must_be_a_time");
    return at;
}

void CallbackBody::finish() const
{
    if (!m_problems.isEmpty())
        throw fieldError(Code::InvalidRequest, m_problems);
}

} // namespace slipway
