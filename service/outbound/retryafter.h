// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QByteArray>
#include <QList>
#include <QPair>

#include <chrono>
#include <optional>

namespace slipway::outbound {

using Headers = QList<QPair<QByteArray, QByteArray>>;

/// The value of the first header of that name, whatever its case; empty when there is none.
QByteArray headerOf(const Headers &headers, QByteArrayView name);

/// How long the other side asks to be left alone: Retry-After in seconds or as an HTTP date, else RateLimit-Reset (a
/// point in time as GitLab sends it, or seconds as the IETF draft has it). Dates are measured against the answer's own
/// Date header, so that two clocks that disagree do no harm, and against \a now where there is none. Never negative;
/// nothing when the server named no time we can read. Pure.
std::optional<std::chrono::milliseconds> retryAfterOf(const Headers &headers, Instant now);

} // namespace slipway::outbound
