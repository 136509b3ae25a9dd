// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/parameters.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/rest/multipartform.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;

Parameters::Parameters(const httpserver::Request &request)
{
    const auto items = request.queryItems();
    for (const auto &[key, value] : items)
        addItem(key, value);
    if (request.body.isEmpty())
        return;
    const QByteArray type = request.header("Content-Type").toLower();
    if (type.startsWith("application/x-www-form-urlencoded")) {
        httpserver::Request form;
        form.query = request.body;
        const auto fields = form.queryItems();
        for (const auto &[key, value] : fields)
            addItem(key, value);
        return;
    }
    if (type.startsWith("multipart/form-data")) {
        const auto fields = multipartFields(request.header("Content-Type"), request.body);
        if (!fields)
            throw Refusal::error(400, u"message body does not match declared format"_s);
        for (const auto &[key, value] : *fields)
            addItem(key, value);
        return;
    }
    if (!type.startsWith("application/json"))
        return;
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(request.body, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject())
        throw Refusal::error(400, u"message body does not match declared format"_s);
    m_body = document.object();
    for (auto it = m_body.constBegin(); it != m_body.constEnd(); ++it)
        m_values.insert(it.key(), it.value());
}

void Parameters::addItem(QString key, const QString &value)
{
    if (!key.endsWith(u"[]")) {
        m_values.insert(key, value);
        return;
    }
    key.chop(2);
    QJsonArray array = m_values[key].toArray();
    array.append(value);
    m_values.insert(key, array);
}

bool Parameters::has(QLatin1StringView key) const { return m_values.contains(key) && !m_values.value(key).isNull(); }

QString Parameters::text(QLatin1StringView key) const
{
    const QJsonValue found = m_values.value(key);
    if (found.isArray() || found.isObject())
        throw Refusal::error(400, key + u" is invalid"_s);
    return found.isString() ? found.toString() : found.toVariant().toString();
}

std::optional<QString> Parameters::optionalText(QLatin1StringView key) const
{
    return has(key) ? std::optional(text(key)) : std::nullopt;
}

std::optional<bool> Parameters::flag(QLatin1StringView key) const
{
    if (!has(key))
        return std::nullopt;
    const QString word = text(key).toLower();
    if (word == "true"_L1 || word == "1"_L1)
        return true;
    if (word == "false"_L1 || word == "0"_L1)
        return false;
    throw Refusal::error(400, key + u" is invalid"_s);
}

std::optional<qint64> Parameters::number(QLatin1StringView key) const
{
    if (!has(key))
        return std::nullopt;
    bool ok = false;
    const qint64 parsed = text(key).toLongLong(&ok);
    if (!ok)
        throw Refusal::error(400, key + u" is invalid"_s);
    return parsed;
}

std::optional<Instant> Parameters::time(QLatin1StringView key) const
{
    if (!has(key))
        return std::nullopt;
    const std::optional<Instant> parsed = fromIso(text(key));
    if (!parsed)
        throw Refusal::error(400, key + u" is invalid"_s);
    return parsed;
}

QStringList Parameters::list(QLatin1StringView key) const
{
    const QJsonValue found = m_values.value(key);
    if (!found.isArray())
        return text(key).split(u',', Qt::SkipEmptyParts);
    QStringList words;
    const QJsonArray array = found.toArray();
    for (const QJsonValue &item : array)
        words.append(item.toVariant().toString());
    return words;
}

void Parameters::require(std::initializer_list<QLatin1StringView> keys) const
{
    QStringList missing;
    for (const QLatin1StringView key : keys) {
        if (!has(key))
            missing.append(key + u" is missing"_s);
    }
    if (!missing.isEmpty())
        throw Refusal::error(400, missing.join(u", "_s));
}

void Parameters::requireOneOf(QLatin1StringView key, const QStringList &words) const
{
    if (has(key) && !words.contains(text(key)))
        throw Refusal::error(400, key + u" does not have a valid value"_s);
}

} // namespace slipway::twin
