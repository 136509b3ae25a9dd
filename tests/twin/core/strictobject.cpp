// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/strictobject.h"

#include "tests/twin/core/refusal.h"

#include <cmath>

namespace slipway::twin {

using namespace Qt::StringLiterals;

StrictObject::StrictObject(QJsonObject json, QString where)
    : m_json(std::move(json))
    , m_where(std::move(where))
{
}

QString StrictObject::named(const QString &key) const { return m_where.isEmpty() ? key : m_where + u'.' + key; }

QJsonValue StrictObject::take(const QString &key)
{
    m_asked.insert(key);
    return m_json.value(key);
}

void StrictObject::refuse(const QString &key, const QString &mustBe) const
{
    throw Refusal::error(400, u"%1 must be %2"_s.arg(named(key), mustBe));
}

QString StrictObject::text(const QString &key, const QString &otherwise)
{
    const QJsonValue found = take(key);
    if (found.isUndefined())
        return otherwise;
    if (!found.isString())
        refuse(key, u"text"_s);
    return found.toString();
}

QString StrictObject::needText(const QString &key)
{
    const QString found = text(key);
    if (found.isEmpty())
        throw Refusal::error(400, u"%1 is missing"_s.arg(named(key)));
    return found;
}

QString StrictObject::word(const QString &key, const QStringList &words, const QString &otherwise)
{
    const QString found = text(key, otherwise);
    if (!words.contains(found))
        refuse(key, u"one of: "_s + words.join(u", "_s));
    return found;
}

bool StrictObject::flag(const QString &key, bool otherwise)
{
    const QJsonValue found = take(key);
    if (found.isUndefined())
        return otherwise;
    if (!found.isBool())
        refuse(key, u"true or false"_s);
    return found.toBool();
}

qint64 StrictObject::number(const QString &key, qint64 otherwise, qint64 least, qint64 most)
{
    const QJsonValue found = take(key);
    if (found.isUndefined())
        return otherwise;
    const double value = found.toDouble(std::nan(""));
    if (!found.isDouble() || value != std::floor(value) || value < double(least) || value > double(most))
        refuse(key, u"a whole number from %1 on"_s.arg(least));
    return qint64(value);
}

double StrictObject::fraction(const QString &key, double otherwise)
{
    const QJsonValue found = take(key);
    if (found.isUndefined())
        return otherwise;
    if (!found.isDouble() || found.toDouble() < 0)
        refuse(key, u"a number from 0 on"_s);
    return found.toDouble();
}

QStringList StrictObject::texts(const QString &key)
{
    const QJsonArray items = array(key);
    QStringList found;
    for (const QJsonValue &item : items) {
        if (!item.isString())
            refuse(key, u"a list of texts"_s);
        found.append(item.toString());
    }
    return found;
}

QJsonArray StrictObject::array(const QString &key)
{
    const QJsonValue found = take(key);
    if (!found.isUndefined() && !found.isArray())
        refuse(key, u"a list"_s);
    return found.toArray();
}

StrictObject StrictObject::object(const QString &key)
{
    const QJsonValue found = take(key);
    if (!found.isUndefined() && !found.isObject())
        refuse(key, u"an object"_s);
    return StrictObject(found.toObject(), named(key));
}

QList<StrictObject> StrictObject::objects(const QString &key)
{
    const QJsonArray items = array(key);
    QList<StrictObject> found;
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (!items[i].isObject())
            refuse(key, u"a list of objects"_s);
        found.append(StrictObject(items[i].toObject(), u"%1[%2]"_s.arg(named(key)).arg(i)));
    }
    return found;
}

QJsonValue StrictObject::value(const QString &key) { return take(key); }

QString StrictObject::reference(const QString &key)
{
    const QJsonValue found = take(key);
    if (!found.isUndefined() && !found.isString() && !found.isDouble())
        refuse(key, u"a number or a text"_s);
    return found.isDouble() ? QString::number(found.toInteger()) : found.toString();
}

void StrictObject::nothingElse() const
{
    for (auto it = m_json.begin(); it != m_json.end(); ++it) {
        if (!m_asked.contains(it.key()))
            throw Refusal::error(400, u"%1 is not known here"_s.arg(named(it.key())));
    }
}

} // namespace slipway::twin
