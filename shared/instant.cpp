// SPDX-License-Identifier: GPL-3.0-only
#include "shared/instant.h"

#include <QDate>
#include <QRegularExpression>

namespace slipway {
namespace {

using namespace std::chrono;

constexpr minutes farthestZone { 14 * 60 }; // Kiribati's; nobody lives further from Greenwich.

QString formatted(Instant at, QChar separator, QLatin1StringView suffix)
{
    const auto day = floor<days>(at);
    const year_month_day date { day };
    const hh_mm_ss<microseconds> time { at - day };
    return QString::asprintf("%04d-%02u-%02u", int(date.year()), unsigned(date.month()), unsigned(date.day())) + separator
        + QString::asprintf("%02d:%02d:%02d.%06lld", int(time.hours().count()), int(time.minutes().count()),
                            int(time.seconds().count()), static_cast<long long>(time.subseconds().count()))
        + suffix;
}

std::optional<Instant> assembled(const QRegularExpressionMatch &match, minutes offset)
{
    const auto number = [&](int group) { return match.capturedView(group).toInt(); };
    const year_month_day date { year(number(1)), month(unsigned(number(2))), day(unsigned(number(3))) };
    const int hour = number(4), minute = number(5), second = number(6);
    if (!date.ok() || hour > 23 || minute > 59 || second > 59)
        return std::nullopt;
    const QString decimals = match.captured(7).leftJustified(6, QLatin1Char('0'));
    return Instant(sys_days(date)) + hours(hour) + minutes(minute) + seconds(second) + microseconds(decimals.toInt()) - offset;
}

} // namespace

QString toIso(Instant at) { return formatted(at, QLatin1Char('T'), QLatin1StringView("Z")); }

std::optional<Instant> fromIso(QStringView text)
{
    static const QRegularExpression form(
        QStringLiteral(R"(\A(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?(?:Z|([+-])(\d\d):?(\d\d))\z)"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    minutes offset { match.capturedView(9).toInt() * 60 + match.capturedView(10).toInt() };
    if (offset > farthestZone || match.capturedView(10).toInt() > 59)
        return std::nullopt;
    if (match.capturedView(8) == QLatin1Char('-'))
        offset = -offset;
    return assembled(match, offset);
}

QString toSql(Instant at) { return formatted(at, QLatin1Char(' '), QLatin1StringView()); }

std::optional<Instant> fromSql(QStringView text)
{
    static const QRegularExpression form(QStringLiteral(R"(\A(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\z)"));
    const auto match = form.match(text);
    return match.hasMatch() ? assembled(match, minutes(0)) : std::nullopt;
}

} // namespace slipway
