// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/settings.h"

#include "tests/twin/core/refusal.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <cmath>
#include <stdexcept>

namespace slipway::twin {

using namespace Qt::StringLiterals;

Settings::Settings(QJsonObject defaults, QMap<QString, QStringList> choices, QMap<QString, Check> checks)
    : m_values(std::move(defaults))
    , m_choices(std::move(choices))
    , m_checks(std::move(checks))
{
}

void Settings::check(const QString &key, const QJsonValue &wanted) const
{
    const auto known = m_values.constFind(key);
    if (known == m_values.constEnd())
        throw Refusal::error(400, u"%1 is not a known setting"_s.arg(key));
    if (known->type() != wanted.type())
        throw Refusal::error(400, u"%1 has the wrong type"_s.arg(key));
    if (wanted.isDouble() && (wanted.toDouble() < 0 || wanted.toDouble() != std::floor(wanted.toDouble())))
        throw Refusal::error(400, u"%1 must be a whole number from 0 on"_s.arg(key));
    if (m_choices.contains(key) && !m_choices[key].contains(wanted.toString())) {
        QStringList words = m_choices[key];
        words.replaceInStrings(QRegularExpression(u"\\A\\z"_s), u"\"\""_s);
        throw Refusal::error(400, u"%1 must be one of: %2"_s.arg(key, words.join(u", "_s)));
    }
    const auto furtherCheck = m_checks.constFind(key);
    if (furtherCheck != m_checks.constEnd())
        (*furtherCheck)(wanted.toObject());
}

void Settings::change(const QJsonObject &values)
{
    for (auto it = values.begin(); it != values.end(); ++it)
        check(it.key(), it.value());
    for (auto it = values.begin(); it != values.end(); ++it)
        m_values.insert(it.key(), it.value());
    ++m_revision;
}

void Settings::restore(const QJsonObject &values)
{
    for (auto it = m_values.begin(); it != m_values.end(); ++it) {
        const QJsonValue kept = values[it.key()];
        if (kept.type() == it->type())
            *it = kept;
    }
    ++m_revision;
}

QJsonValue Settings::value(QLatin1StringView key) const
{
    const auto found = m_values.constFind(key);
    if (found == m_values.constEnd())
        throw std::logic_error("unknown setting " + std::string(key.data(), size_t(key.size())));
    return *found;
}

bool Settings::isSet(QLatin1StringView key) const { return value(key).toBool(); }

qint64 Settings::number(QLatin1StringView key) const { return value(key).toInteger(); }

std::chrono::milliseconds Settings::duration(QLatin1StringView key) const
{
    return std::chrono::milliseconds(value(key).toInteger());
}

QString Settings::text(QLatin1StringView key) const { return value(key).toString(); }

QStringList Settings::list(QLatin1StringView key) const
{
    QStringList words;
    const QJsonArray array = value(key).toArray();
    for (const QJsonValue &item : array)
        words.append(item.isString() ? item.toString() : QString::number(item.toInteger()));
    return words;
}

QList<std::chrono::milliseconds> Settings::durations(QLatin1StringView key) const
{
    QList<std::chrono::milliseconds> lengths;
    const QStringList words = list(key);
    for (const QString &word : words)
        lengths.append(std::chrono::milliseconds(word.toLongLong()));
    return lengths;
}
QJsonObject Settings::object(QLatin1StringView key) const { return value(key).toObject(); }

bool Settings::consume(QLatin1StringView key)
{
    const qint64 left = number(key);
    if (left <= 0)
        return false;
    m_values.insert(key, left - 1);
    ++m_revision;
    return true;
}

QString Settings::takeText(QLatin1StringView key)
{
    QString taken = text(key);
    if (!taken.isEmpty()) {
        m_values.insert(key, QString());
        ++m_revision;
    }
    return taken;
}

void Settings::replace(QLatin1StringView key, const QJsonValue &wanted)
{
    value(key);
    m_values.insert(key, wanted);
    ++m_revision;
}

} // namespace slipway::twin
