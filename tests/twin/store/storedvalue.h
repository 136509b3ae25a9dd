// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/core/settings.h"
#include "tests/twin/store/references.h"
#include "tests/twin/store/storedfields.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>

#include <type_traits>

/// The values that rows are made of, both directions beside each other. A type that is missing here does not compile.
namespace slipway::twin::stored {

template <class T>
QJsonValue write(const T &value);
template <class T>
void read(const QJsonValue &json, T &value, const References &references);

namespace detail {

template <class T>
struct IsList : std::false_type {
};
template <class T>
struct IsList<QList<T>> : std::true_type {
};
template <class T>
struct IsMap : std::false_type {
};
template <class K, class V>
struct IsMap<QHash<K, V>> : std::true_type {
};
template <class K, class V>
struct IsMap<QMap<K, V>> : std::true_type {
};
template <class T>
struct IsPair : std::false_type {
};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {
};
template <class T>
struct IsOptional : std::false_type {
};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {
};
template <class T>
struct IsShared : std::false_type {
};
template <class T>
struct IsShared<std::shared_ptr<T>> : std::true_type {
};

inline QJsonValue writeBytes(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes)
        return text;
    return QJsonObject { { QStringLiteral("base64"), QString::fromLatin1(bytes.toBase64()) } };
}

inline QByteArray readBytes(const QJsonValue &json)
{
    if (json.isString())
        return json.toString().toUtf8();
    return QByteArray::fromBase64(json[QStringLiteral("base64")].toString().toLatin1());
}

template <class K>
QString writeKey(const K &key)
{
    if constexpr (std::is_integral_v<K>)
        return QString::number(key);
    else
        return key;
}

template <class K>
K readKey(const QString &text)
{
    if constexpr (std::is_integral_v<K>)
        return K(text.toLongLong());
    else
        return text;
}

template <class Entity, class Member>
void writeField(QJsonObject &json, const Entity &entity, const Kept<Entity, Member> &field)
{
    json.insert(QLatin1StringView(field.name), write(entity.*(field.member)));
}

template <class Entity, class Member>
void writeField(QJsonObject &, const Entity &, const NotKept<Entity, Member> &)
{
}

template <class Entity, class Member>
void readField(const QJsonObject &json, Entity &entity, const Kept<Entity, Member> &field, const References &references)
{
    const auto found = json.constFind(QLatin1StringView(field.name));
    if (found != json.constEnd())
        read(*found, entity.*(field.member), references);
}

template <class Entity, class Member>
void readField(const QJsonObject &, Entity &, const NotKept<Entity, Member> &, const References &)
{
}

} // namespace detail

template <HasFields Entity>
QJsonObject writeEntity(const Entity &entity)
{
    static_assert(allFieldsListed<Entity>(), "a field of this entity is not in its list of stored fields");
    QJsonObject json;
    std::apply([&](const auto &...field) { (detail::writeField(json, entity, field), ...); }, Stored<Entity>::fields);
    return json;
}

template <HasFields Entity>
void readEntity(const QJsonObject &json, Entity &entity, const References &references)
{
    std::apply([&](const auto &...field) { (detail::readField(json, entity, field, references), ...); },
               Stored<Entity>::fields);
}

template <class T>
QJsonValue write(const T &value)
{
    if constexpr (
        std::is_same_v<
            T,
            bool> || std::is_same_v<T, QString> || std::is_same_v<T, QJsonObject> || std::is_same_v<T, QJsonArray> || std::is_same_v<T, QJsonValue>) {
        return value;
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        return qint64(value);
    } else if constexpr (std::is_same_v<T, QByteArray>) {
        return detail::writeBytes(value);
    } else if constexpr (std::is_same_v<T, Instant>) {
        return toIso(value);
    } else if constexpr (std::is_same_v<T, std::chrono::milliseconds> || std::is_same_v<T, std::chrono::microseconds>) {
        return qint64(value.count());
    } else if constexpr (std::is_same_v<T, QRegularExpression>) {
        return value.pattern();
    } else if constexpr (std::is_same_v<T, Settings>) {
        return value.values();
    } else if constexpr (detail::IsOptional<T>::value) {
        return value ? write(*value) : QJsonValue();
    } else if constexpr (detail::IsShared<T>::value) {
        return value ? qint64(value->id) : qint64(0);
    } else if constexpr (detail::IsPair<T>::value) {
        return QJsonArray { write(value.first), write(value.second) };
    } else if constexpr (detail::IsList<T>::value) {
        QJsonArray array;
        for (const auto &item : value)
            array.append(write(item));
        return array;
    } else if constexpr (detail::IsMap<T>::value) {
        QJsonObject object;
        for (auto it = value.begin(); it != value.end(); ++it)
            object.insert(detail::writeKey(it.key()), write(it.value()));
        return object;
    } else {
        return writeEntity(value);
    }
}

template <class T>
void read(const QJsonValue &json, T &value, const References &references)
{
    if constexpr (std::is_same_v<T, bool>) {
        value = json.toBool();
    } else if constexpr (std::is_same_v<T, QString>) {
        value = json.toString();
    } else if constexpr (std::is_same_v<T, QJsonObject>) {
        value = json.toObject();
    } else if constexpr (std::is_same_v<T, QJsonArray>) {
        value = json.toArray();
    } else if constexpr (std::is_same_v<T, QJsonValue>) {
        value = json;
    } else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
        value = T(json.toInteger());
    } else if constexpr (std::is_same_v<T, QByteArray>) {
        value = detail::readBytes(json);
    } else if constexpr (std::is_same_v<T, Instant>) {
        value = fromIso(json.toString()).value_or(Instant());
    } else if constexpr (std::is_same_v<T, std::chrono::milliseconds> || std::is_same_v<T, std::chrono::microseconds>) {
        value = T(json.toInteger());
    } else if constexpr (std::is_same_v<T, QRegularExpression>) {
        value.setPattern(json.toString());
    } else if constexpr (std::is_same_v<T, Settings>) {
        value.restore(json.toObject());
    } else if constexpr (detail::IsOptional<T>::value) {
        value.reset();
        if (!json.isNull())
            read(json, value.emplace(), references);
    } else if constexpr (detail::IsShared<T>::value) {
        value = references.find<typename T::element_type>(json.toInteger());
    } else if constexpr (detail::IsPair<T>::value) {
        read(json[0], value.first, references);
        read(json[1], value.second, references);
    } else if constexpr (detail::IsList<T>::value) {
        value.clear();
        const QJsonArray array = json.toArray();
        for (const QJsonValue &item : array)
            read(item, value.emplaceBack(), references);
    } else if constexpr (detail::IsMap<T>::value) {
        value.clear();
        const QJsonObject object = json.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            read(*it, value[detail::readKey<typename T::key_type>(it.key())], references);
    } else {
        readEntity(json.toObject(), value, references);
    }
}

} // namespace slipway::twin::stored
