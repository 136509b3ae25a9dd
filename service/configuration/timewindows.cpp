// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/timewindows.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;

QDateTime local(Instant at, const QTimeZone &zone)
{
    return QDateTime::fromMSecsSinceEpoch(std::chrono::floor<std::chrono::milliseconds>(at).time_since_epoch().count(), zone);
}

Instant instantOf(const QDateTime &at) { return Instant(std::chrono::milliseconds(at.toMSecsSinceEpoch())); }

int dayNamed(QStringView name)
{
    static const QStringList names { u"mon"_s, u"tue"_s, u"wed"_s, u"thu"_s, u"fri"_s, u"sat"_s, u"sun"_s };
    return int(names.indexOf(name.left(3))) + 1;
}

QStringList itemsOf(const QStringList &texts)
{
    static const QRegularExpression separator(u"[,;\n]"_s);
    QStringList items;
    for (const QString &text : texts) {
        for (const QString &item : text.split(separator)) {
            if (const QString trimmed = item.simplified().toLower(); !trimmed.isEmpty())
                items.append(trimmed);
        }
    }
    return items;
}

} // namespace

bool TimeWindows::Weekly::coversDay(int day) const
{
    // "fri-mon" goes over the week's end.
    return firstDay <= lastDay ? (day >= firstDay && day <= lastDay) : (day >= firstDay || day <= lastDay);
}

std::optional<TimeWindows::Weekly> TimeWindows::weeklyFrom(const QString &text)
{
    static const QRegularExpression form(
        uR"(\A(mon|tue|wed|thu|fri|sat|sun)(?: ?- ?(mon|tue|wed|thu|fri|sat|sun))? (\d\d):(\d\d) ?- ?(\d\d):(\d\d)\z)"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    Weekly window;
    window.firstDay = dayNamed(match.capturedView(1));
    window.lastDay = match.capturedView(2).isEmpty() ? window.firstDay : dayNamed(match.capturedView(2));
    const int fromHour = match.capturedView(3).toInt(), toHour = match.capturedView(5).toInt();
    const int fromRest = match.capturedView(4).toInt(), toRest = match.capturedView(6).toInt();
    window.fromMinute = fromHour * 60 + fromRest;
    window.toMinute = toHour * 60 + toRest;
    const bool isTime = fromHour <= 23 && fromRest <= 59 && toRest <= 59 && window.toMinute <= 1440;
    // From and to alike could mean "never" or "all day": whoever writes it must say which.
    if (!isTime || window.fromMinute == window.toMinute)
        return std::nullopt;
    return window;
}

std::optional<TimeWindows::Span> TimeWindows::spanFrom(const QString &text, const QTimeZone &zone)
{
    const QStringList ends = text.toUpper().split(u'/');
    if (ends.size() != 2)
        return std::nullopt;
    std::optional<Instant> points[2];
    for (int i = 0; i < 2; ++i) {
        const QString end = ends[i].trimmed();
        const QDateTime wall = QDateTime::fromString(end, u"yyyy-MM-dd'T'HH:mm"_s);
        if (!wall.isValid())
            return std::nullopt;
        points[i] = instantOf(QDateTime(wall.date(), wall.time(), zone));
    }
    if (*points[0] >= *points[1])
        return std::nullopt;
    return Span { *points[0], *points[1] };
}

std::optional<TimeWindows> TimeWindows::parse(const QStringList &texts, const QTimeZone &zone)
{
    TimeWindows windows;
    windows.m_zone = zone;
    for (const QString &item : itemsOf(texts)) {
        if (item == "always"_L1) {
            windows.m_always = true;
        } else if (item == "never"_L1) {
            continue;
        } else if (const auto weekly = weeklyFrom(item)) {
            windows.m_weekly.push_back(*weekly);
        } else if (const auto span = spanFrom(item, zone)) {
            windows.m_spans.push_back(*span);
        } else {
            return std::nullopt;
        }
    }
    return windows;
}

bool TimeWindows::contains(Instant at) const
{
    if (m_always)
        return true;
    if (std::any_of(m_spans.begin(), m_spans.end(), [at](const Span &span) { return span.from <= at && at < span.to; }))
        return true;
    const QDateTime wall = local(at, m_zone);
    const int today = wall.date().dayOfWeek();
    const int yesterday = today == 1 ? 7 : today - 1;
    const int minute = wall.time().hour() * 60 + wall.time().minute();
    return std::any_of(m_weekly.begin(), m_weekly.end(), [&](const Weekly &window) {
        if (window.fromMinute < window.toMinute)
            return window.coversDay(today) && minute >= window.fromMinute && minute < window.toMinute;
        return (window.coversDay(today) && minute >= window.fromMinute)
            || (window.coversDay(yesterday) && minute < window.toMinute);
    });
}

std::optional<Instant> TimeWindows::nextWeeklyStart(const Weekly &window, Instant at) const
{
    const QDate today = local(at, m_zone).date();
    for (int ahead = 0; ahead <= 7; ++ahead) {
        const QDate day = today.addDays(ahead);
        if (!window.coversDay(day.dayOfWeek()))
            continue;
        // A wall time that daylight saving skips is moved forward by QDateTime, which is when the window really opens.
        const Instant start = instantOf(QDateTime(day, QTime(window.fromMinute / 60, window.fromMinute % 60), m_zone));
        if (start > at)
            return start;
    }
    return std::nullopt;
}

std::optional<Instant> TimeWindows::nextStart(Instant at) const
{
    std::optional<Instant> next;
    const auto consider = [&](std::optional<Instant> start) {
        if (start && *start > at && (!next || *start < *next))
            next = start;
    };
    for (const Weekly &window : m_weekly)
        consider(nextWeeklyStart(window, at));
    for (const Span &span : m_spans)
        consider(span.from);
    if (m_always || !next || *next - at > std::chrono::days(366))
        return std::nullopt;
    return next;
}

std::optional<QTimeZone> zoneNamed(const QString &name)
{
    const QTimeZone zone(name.trimmed().toLatin1());
    return zone.isValid() ? std::optional(zone) : std::nullopt;
}

} // namespace slipway::configuration
