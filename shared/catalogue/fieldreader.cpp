// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/fieldreader.h"

#include "shared/config/nearestname.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace slipway::catalogue {

using namespace Qt::StringLiterals;

FieldReader::FieldReader(QString source, QString entry, QJsonValue value, QList<Problem> &problems)
    : m_source(std::move(source))
    , m_entry(std::move(entry))
    , m_object(value.toObject())
    , m_problems(problems)
{
    if (!value.isObject())
        problem(u"must be an object"_s);
}

void FieldReader::problem(const QString &reason) { m_problems.append({ m_source, 0, m_entry, reason }); }

QJsonValue FieldReader::value(const QString &name)
{
    m_known.append(name);
    return m_object.value(name);
}

QString FieldReader::text(const QString &name, bool required)
{
    const QJsonValue given = value(name);
    if (!given.isUndefined() && !given.isString())
        problem(u"'%1' must be a text"_s.arg(name));
    else if (required && given.toString().isEmpty())
        problem(u"lacks '%1'"_s.arg(name));
    return given.toString();
}

int FieldReader::number(const QString &name, int fallback, int minimum, int maximum)
{
    const QJsonValue given = value(name);
    if (given.isUndefined())
        return fallback;
    const int number = given.toInt(minimum - 1);
    if (number >= minimum && number <= maximum)
        return number;
    problem(u"'%1' must be a whole number from %2 to %3"_s.arg(name).arg(minimum).arg(maximum));
    return fallback;
}

bool FieldReader::flag(const QString &name, bool fallback)
{
    const QJsonValue given = value(name);
    if (!given.isUndefined() && !given.isBool())
        problem(u"'%1' must be true or false"_s.arg(name));
    return given.toBool(fallback);
}

QStringList FieldReader::texts(const QString &name)
{
    const QJsonValue given = value(name);
    if (!given.isUndefined() && !given.isArray())
        problem(u"'%1' must be a list of texts"_s.arg(name));
    QStringList texts;
    for (const QJsonValue &item : given.toArray()) {
        if (!item.isString() || item.toString().isEmpty())
            problem(u"'%1' must hold texts only, none of them empty"_s.arg(name));
        else if (texts.contains(item.toString()))
            problem(u"'%1' holds '%2' twice"_s.arg(name, item.toString()));
        else
            texts.append(item.toString());
    }
    return texts;
}

QMap<QString, QString> FieldReader::languages(const QString &name)
{
    const QJsonValue given = value(name);
    if (given.isString())
        return { { u"en"_s, given.toString() } };
    if (!given.isUndefined() && !given.isObject())
        problem(u"'%1' must be a text, or one text a language"_s.arg(name));
    QMap<QString, QString> texts;
    const QJsonObject object = given.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it.key() != "en"_L1 && it.key() != "zh-CN"_L1)
            problem(u"'%1' has the unknown language '%2'; known are en and zh-CN"_s.arg(name, it.key()));
        else
            texts.insert(it.key(), it.value().toString());
    }
    return texts;
}

std::optional<std::chrono::seconds> FieldReader::duration(const QString &name)
{
    static const QRegularExpression form(uR"(\A([1-9]\d{0,6})([smhd])\z)"_s);
    const QJsonValue given = value(name);
    if (given.isUndefined())
        return std::nullopt;
    const auto match = form.match(given.toString());
    if (!match.hasMatch()) {
        problem(u"'%1' must be a duration such as \"90d\", \"12h\", \"30m\" or \"45s\""_s.arg(name));
        return std::nullopt;
    }
    const qint64 count = match.capturedView(1).toLongLong();
    switch (match.captured(2).at(0).toLatin1()) {
    case 'd': return std::chrono::days(count);
    case 'h': return std::chrono::hours(count);
    case 'm': return std::chrono::minutes(count);
    default: return std::chrono::seconds(count);
    }
}

int FieldReader::choice(const QString &name, const QStringList &words, bool required)
{
    const QString given = text(name, required);
    const qsizetype at = words.indexOf(given);
    if (at < 0 && !given.isEmpty())
        problem(u"'%1' is '%2', but must be one of %3%4"_s.arg(name, given, words.join(u", "_s), didYouMean(given, words)));
    return at < 0 ? 0 : int(at);
}

void FieldReader::finish()
{
    for (const QString &name : m_object.keys()) {
        if (!m_known.contains(name))
            problem(u"has the unknown field '%1'%2"_s.arg(name, didYouMean(name, m_known)));
    }
}

} // namespace slipway::catalogue
