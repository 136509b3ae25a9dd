// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QJsonArray>
#include <QJsonObject>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace slipway::protocol {

/// Reads the fields of one object, each by its type. The first that is missing or of another type spoils the whole,
/// which whole() then refuses; fields nobody asks for are ignored. The maybe... ones take null and absence for nothing,
/// but refuse another type. For one thread, and for the lifetime of the object it was given.
class Fields {
public:
    explicit Fields(const QJsonObject &object)
        : m_object(object)
    {
    }
    explicit Fields(QJsonObject &&) = delete;

    QString text(QLatin1StringView name);
    std::optional<QString> maybeText(QLatin1StringView name);
    std::vector<QString> texts(QLatin1StringView name);
    bool flag(QLatin1StringView name);
    std::optional<bool> maybeFlag(QLatin1StringView name);
    Instant time(QLatin1StringView name);
    std::optional<Instant> maybeTime(QLatin1StringView name);
    QJsonObject object(QLatin1StringView name);
    std::optional<QJsonObject> maybeObject(QLatin1StringView name);
    /// Whole numbers only, and only those that fit.
    template <std::integral N = qint64>
    N number(QLatin1StringView name)
    {
        return required(maybeNumber<N>(name));
    }
    template <std::integral N = qint64>
    std::optional<N> maybeNumber(QLatin1StringView name)
    {
        const auto wide = maybeInteger(name);
        if (!wide)
            return std::nullopt;
        if (!std::in_range<N>(*wide))
            m_isSound = false;
        return N(*wide);
    }
    template <class Id>
    Id id(QLatin1StringView name)
    {
        return required(maybeId<Id>(name));
    }
    template <class Id>
    std::optional<Id> maybeId(QLatin1StringView name)
    {
        const auto made = [](const auto &value) { return value ? std::optional(Id(*value)) : std::nullopt; };
        if constexpr (std::is_same_v<typename Id::Value, QString>)
            return made(maybeText(name));
        else
            return made(maybeNumber<typename Id::Value>(name));
    }
    template <class T>
    T part(QLatin1StringView name)
    {
        return required(maybePart<T>(name));
    }
    template <class T>
    std::optional<T> maybePart(QLatin1StringView name)
    {
        const QJsonValue value = m_object.value(name);
        return isNothing(value) ? std::nullopt : partOf<T>(value);
    }
    template <class T>
    std::vector<T> parts(QLatin1StringView name)
    {
        std::vector<T> all;
        for (const QJsonValue &value : array(name)) {
            if (auto one = partOf<T>(value))
                all.push_back(std::move(*one));
        }
        return all;
    }

    /// What was made of the fields, or nothing when one of them spoiled it.
    template <class T>
    std::optional<T> whole(T made) const
    {
        return m_isSound ? std::optional<T>(std::move(made)) : std::nullopt;
    }

private:
    static bool isNothing(const QJsonValue &value) { return value.isNull() || value.isUndefined(); }
    std::optional<qint64> maybeInteger(QLatin1StringView name);
    QJsonArray array(QLatin1StringView name);

    template <class T>
    T required(std::optional<T> value)
    {
        if (!value)
            m_isSound = false;
        return std::move(value).value_or(T());
    }
    template <class T>
    std::optional<T> partOf(const QJsonValue &value)
    {
        auto part = value.isObject() ? T::fromJson(value.toObject()) : std::nullopt;
        if (!part)
            m_isSound = false;
        return part;
    }

    const QJsonObject &m_object;
    bool m_isSound = true;
};

/// One value as the interface shows it: ids bare, times in ISO 8601, durations in milliseconds.
template <class T>
QJsonValue jsonOf(const T &value)
{
    if constexpr (requires { value.toJson(); })
        return value.toJson();
    else if constexpr (requires { value.value(); })
        return value.value();
    else if constexpr (std::is_same_v<T, Instant>)
        return toIso(value);
    else if constexpr (std::is_same_v<T, std::chrono::milliseconds>)
        return qint64(value.count());
    else
        return value;
}

template <class T>
QJsonValue jsonOf(const std::optional<T> &value)
{
    return value ? jsonOf(*value) : QJsonValue();
}

template <class T>
QJsonArray jsonOf(const std::vector<T> &values)
{
    QJsonArray array;
    for (const T &value : values)
        array.append(jsonOf(value));
    return array;
}

/// For texts that say with nothing that there is none.
inline std::optional<QString> unlessEmpty(const QString &text) { return text.isEmpty() ? std::nullopt : std::optional(text); }

} // namespace slipway::protocol
