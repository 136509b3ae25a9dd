// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

namespace slipway {

/// The process's own view of time, injected wherever a decision depends on it so that tests can move it.
/// It decides nothing that two instances must agree on: those decisions compare columns with the database's clock.
class Clock {
public:
    virtual ~Clock() = default;
    /// Wall time. May jump; never used to measure a duration.
    virtual Instant now() const = 0;
    /// Monotonic time, for durations and deadlines within this process.
    virtual std::chrono::steady_clock::time_point steady() const = 0;
};

/// The machine's clocks. Thread-safe, stateless.
class SystemClock final : public Clock {
public:
    Instant now() const override { return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()); }
    std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::now(); }
};

} // namespace slipway
