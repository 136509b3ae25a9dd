// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/task.h"

#include "tests/twin/core/log.h"
#include "tests/twin/core/refusal.h"

namespace slipway::twin {

namespace {

struct Detached {
    struct promise_type {
        Detached get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept { }
        [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
    };
};

Detached runToItsEnd(Task<void> task)
{
    try {
        co_await std::move(task);
    } catch (const Cancelled &) {
        co_return;
    } catch (const Refusal &refusal) {
        qCWarning(logTwin, "background work was refused: %s", refusal.body().constData());
    } catch (const std::exception &failure) {
        qCCritical(logTwin, "background work failed: %s", failure.what());
    }
}

} // namespace

void spawn(Task<void> task) { runToItsEnd(std::move(task)); }

} // namespace slipway::twin
