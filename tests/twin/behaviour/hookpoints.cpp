// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/hookpoints.h"

namespace slipway::twin {

void HookPoints::await(Wanted wanted, Action action) { m_waiting.push_back({ std::move(wanted), std::move(action) }); }

Task<void> HookPoints::reach(HookPoint point)
{
    // Taken out before anything runs: an action may pass a point itself, and must not find itself there.
    std::list<Waiting> due;
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        const auto next = std::next(it);
        if (it->wanted(point))
            due.splice(due.end(), m_waiting, it);
        it = next;
    }
    for (const Waiting &waiting : due)
        co_await waiting.action();
}

} // namespace slipway::twin
