// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/event.h"

#include <QLatin1StringView>
#include <QtGlobal>

#include <array>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// Why something cannot go on without a person although nothing failed. A batch is BLOCKED and keeps its slot; a request with a merge
/// request of its own takes the event.
enum class StopReason : quint8 {
    RebaseBudget, ///< The target branch moved too often.
    MoreApprovals, ///< GitLab asks for approvals that the bots cannot give.
    TreeMismatch, ///< What landed is not what was validated.
    Undecided, ///< GitLab has not decided yet.
    PushRefused, ///< The forge takes no branch of ours, whatever it holds.
    Count
};

struct StopReasonRow {
    StopReason reason;
    std::string_view code; ///< Nothing: the failure that is being settled keeps its own.
    std::optional<Event> event; ///< Nothing: the request has landed; its partition is halted.
};

// clang-format off
inline constexpr auto stopReasons = std::to_array<StopReasonRow>({
    { StopReason::RebaseBudget,  "REBASE_BUDGET",  Event::RebaseBudgetSpent },
    { StopReason::MoreApprovals, "MORE_APPROVALS", Event::MergeRefused },
    { StopReason::TreeMismatch,  "TREE_MISMATCH",  std::nullopt },
    { StopReason::Undecided,     "",               std::nullopt },
    { StopReason::PushRefused,   "PUSH_REFUSED",   Event::PushRejected },
});
// clang-format on

/// The failure code of a batch that a person holds where it is: the engine leaves it alone until a person says otherwise.
inline constexpr QLatin1StringView blockedByPerson("BLOCKED_BY_PERSON");

namespace check {
constexpr bool stopReasonsAreComplete()
{
    for (size_t i = 0; i < stopReasons.size(); ++i) {
        if (stopReasons[i].reason != StopReason(i))
            return false;
    }
    return stopReasons.size() == size_t(StopReason::Count);
}
} // namespace check
static_assert(check::stopReasonsAreComplete(), "a reason to stop lacks its row or stands out of order");

constexpr const StopReasonRow &rowOf(StopReason reason) { return stopReasons[size_t(reason)]; }

} // namespace slipway::workflow
