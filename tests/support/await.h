// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <chrono>
#include <functional>

namespace slipway::support {

/// Thrown out of await() when this program was asked to end (SIGINT, SIGTERM): everything started is undone on the way
/// up.
struct Interrupted {
    int signal = 0;
};

/// From now on SIGINT, SIGTERM and SIGHUP are noted and make await() throw; later ones are ignored until
/// resumeAwaiting().
void watchSignals();
/// Clean-up after an interruption may have to wait again.
void resumeAwaiting();

/// Runs the event loop until \a condition holds; false when it does not within \a limit. The condition is looked at
/// after every event and at least every 50 ms. Main thread only.
bool await(const std::function<bool()> &condition, std::chrono::milliseconds limit);

} // namespace slipway::support
