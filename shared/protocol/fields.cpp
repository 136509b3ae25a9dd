// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/fields.h"

namespace slipway::protocol {

QString Fields::text(QLatin1StringView name) { return required(maybeText(name)); }

std::optional<QString> Fields::maybeText(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    if (value.isString())
        return value.toString();
    if (!isNothing(value))
        m_isSound = false;
    return std::nullopt;
}

std::vector<QString> Fields::texts(QLatin1StringView name)
{
    std::vector<QString> all;
    for (const QJsonValue &value : array(name)) {
        if (!value.isString())
            m_isSound = false;
        all.push_back(value.toString());
    }
    return all;
}

bool Fields::flag(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    return required(value.isBool() ? std::optional(value.toBool()) : std::nullopt);
}

std::optional<bool> Fields::maybeFlag(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    if (value.isBool())
        return value.toBool();
    if (!isNothing(value))
        m_isSound = false;
    return std::nullopt;
}

Instant Fields::time(QLatin1StringView name) { return required(maybeTime(name)); }

std::optional<Instant> Fields::maybeTime(QLatin1StringView name)
{
    const auto text = maybeText(name);
    const auto at = text ? fromIso(*text) : std::nullopt;
    if (text && !at)
        m_isSound = false;
    return at;
}

QJsonObject Fields::object(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    return required(value.isObject() ? std::optional(value.toObject()) : std::nullopt);
}

std::optional<QJsonObject> Fields::maybeObject(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    if (value.isObject())
        return value.toObject();
    if (!isNothing(value))
        m_isSound = false;
    return std::nullopt;
}

std::optional<qint64> Fields::maybeInteger(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    if (isNothing(value))
        return std::nullopt;
    // What is no whole number yields the default, whichever that is.
    const qint64 number = value.toInteger(0);
    if (number != value.toInteger(1))
        m_isSound = false;
    return number;
}

QJsonArray Fields::array(QLatin1StringView name)
{
    const QJsonValue value = m_object.value(name);
    return required(value.isArray() ? std::optional(value.toArray()) : std::nullopt);
}

} // namespace slipway::protocol
