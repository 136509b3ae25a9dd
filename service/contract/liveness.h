// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <chrono>

namespace slipway {

/// When a loop last did its work without an error. Liveness is its age, not the thread's existence.
struct LoopTick {
    QString name;
    std::chrono::milliseconds age { 0 }; ///< Since the last good tick.
    std::chrono::milliseconds limit { 0 }; ///< Older means dead.
    bool isAlive() const { return age <= limit; }
};

} // namespace slipway
