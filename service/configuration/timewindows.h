// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QString>
#include <QStringList>
#include <QTimeZone>

#include <optional>
#include <vector>

namespace slipway::configuration {

/// When something is open or frozen: weekly windows ("mon-fri 09:00-18:00", "fri 22:00-06:00" over midnight, "sat
/// 00:00-24:00") and single spans ("2026-12-20T18:00/2027-01-03T09:00"), all in one fixed zone, never the host's. The
/// words "always" and "never" stand for themselves. A pure value: it is asked about an instant and knows no clock.
class TimeWindows {
public:
    /// Several windows may stand in one text, separated by commas or semicolons. Nothing when any of them cannot be
    /// read: half a calendar would be worse than none.
    static std::optional<TimeWindows> parse(const QStringList &texts, const QTimeZone &zone);

    bool contains(Instant at) const;
    /// The first instant after \a at at which contains() becomes true; nothing when that is more than 366 days away.
    std::optional<Instant> nextStart(Instant at) const;
    bool isNever() const { return !m_always && m_weekly.empty() && m_spans.empty(); }

private:
    struct Weekly {
        int firstDay; ///< 1 = Monday
        int lastDay;
        int fromMinute; ///< of the day
        int toMinute; ///< up to 1440; not above fromMinute: ends on the next day
        bool coversDay(int day) const;
    };
    struct Span {
        Instant from;
        Instant to;
    };
    static std::optional<Weekly> weeklyFrom(const QString &text);
    static std::optional<Span> spanFrom(const QString &text, const QTimeZone &zone);
    std::optional<Instant> nextWeeklyStart(const Weekly &window, Instant at) const;

    QTimeZone m_zone;
    std::vector<Weekly> m_weekly;
    std::vector<Span> m_spans;
    bool m_always = false;
};

/// A zone by its IANA name; nothing for a name this machine does not know.
std::optional<QTimeZone> zoneNamed(const QString &name);

} // namespace slipway::configuration
