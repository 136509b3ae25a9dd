// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/clock.h"

#include <mutex>
#include <optional>

namespace slipway::outbound {

/// The time a dependency asked to be left alone (429, 503 with Retry-After), kept by all workers at once: each of them
/// finding out by itself would only prolong it. Thread-safe.
class SharedPause {
public:
    struct Limits {
        std::chrono::milliseconds floor { 1000 }; ///< "Retry-After: 0" still means: not at once.
        std::chrono::milliseconds unnamed { 2000 }; ///< When no time is named,
        std::chrono::milliseconds jitter { 1000 }; ///< plus up to this, so that instances do not return in step.
        std::chrono::milliseconds cap { 15 * 60 * 1000 }; ///< A day-long pause is a misconfiguration; look again before that.
    };

    SharedPause(Limits limits, const Clock &clock);

    /// Never shortens a pause that is already kept. Returns the one now in force.
    std::chrono::milliseconds askedFor(std::optional<std::chrono::milliseconds> wait);
    /// Zero when nobody has to wait.
    std::chrono::milliseconds left() const;

private:
    const Limits m_limits;
    const Clock &m_clock;
    mutable std::mutex m_lock;
    std::chrono::steady_clock::time_point m_until;
};

} // namespace slipway::outbound
