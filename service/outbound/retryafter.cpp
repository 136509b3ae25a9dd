// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/retryafter.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace slipway::outbound {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Longer than any sensible pause and short enough that no arithmetic on it overflows.
constexpr qint64 longestSeconds = 10LL * 366 * 86400;
// RateLimit-Reset values above this are points in time (2001 and later), those below are durations.
constexpr qint64 firstEpochSecond = 1'000'000'000;
constexpr qint64 lastEpochSecond = 100'000'000'000;

std::optional<Instant> httpDate(const QByteArray &text)
{
    // The three forms RFC 9110 obliges a recipient to read; the first is the only one still sent. The name of the day
    // is dropped where it can be: with a year of two digits it would be checked against the wrong century.
    static const QString forms[] = { u"dd MMM yyyy HH:mm:ss 'GMT'"_s, u"dd-MMM-yy HH:mm:ss 'GMT'"_s,
                                     u"ddd MMM d HH:mm:ss yyyy"_s };
    const QString plain = QString::fromLatin1(text.mid(text.indexOf(',') + 1)).simplified();
    for (const QString &form : forms) {
        QDateTime at = QLocale::c().toDateTime(plain, form);
        if (!at.isValid())
            continue;
        if (at.date().year() < 1970)
            at = at.addYears(100);
        at.setTimeSpec(Qt::UTC);
        return Instant(seconds(at.toSecsSinceEpoch()));
    }
    return std::nullopt;
}

std::optional<qint64> wholeNumber(const QByteArray &text)
{
    if (text.isEmpty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    bool fits = false;
    const qint64 value = text.toLongLong(&fits);
    return fits ? value : std::numeric_limits<qint64>::max();
}

milliseconds distance(Instant from, Instant to)
{
    return std::clamp(std::chrono::ceil<milliseconds>(to - from), milliseconds(0), milliseconds(seconds(longestSeconds)));
}

} // namespace

QByteArray headerOf(const Headers &headers, QByteArrayView name)
{
    for (const auto &[key, value] : headers) {
        if (name.compare(key, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

std::optional<milliseconds> retryAfterOf(const Headers &headers, Instant now)
{
    const Instant reference = httpDate(headerOf(headers, "Date")).value_or(now);
    const QByteArray retryAfter = headerOf(headers, "Retry-After").trimmed();
    if (const auto count = wholeNumber(retryAfter))
        return seconds(std::min(*count, longestSeconds));
    if (const auto date = httpDate(retryAfter))
        return distance(reference, *date);
    if (const auto reset = wholeNumber(headerOf(headers, "RateLimit-Reset").trimmed())) {
        if (*reset < firstEpochSecond)
            return seconds(std::min(*reset, longestSeconds));
        return distance(reference, Instant(seconds(std::min(*reset, lastEpochSecond))));
    }
    return std::nullopt;
}

} // namespace slipway::outbound
