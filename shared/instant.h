// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace slipway {

/// A point in time, UTC, to the microsecond: the precision of the database's DATETIME(6).
/// QDateTime is not used for it: QMYSQL cuts it to milliseconds and ignores its zone.
using Instant = std::chrono::sys_time<std::chrono::microseconds>;

/// "2026-11-30T10:35:26.123456Z", as the HTTP interface shows times.
QString toIso(Instant at);

/// Accepts ISO 8601 with "Z" or a numeric offset and up to six decimals; nothing for anything else, also for
/// impossible dates and times without a zone.
std::optional<Instant> fromIso(QStringView text);

/// "2026-11-30 10:35:26.123456", as statements bind it and CAST(column AS CHAR) reads it back.
QString toSql(Instant at);

/// The reverse of toSql(); fewer decimals are allowed. Nothing for malformed text.
std::optional<Instant> fromSql(QStringView text);

} // namespace slipway
