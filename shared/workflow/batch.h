// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/transitions.h"

#include <array>
#include <span>

namespace slipway::workflow {

/// The numbers are stored; 1 and 4 hold the partition's slot.
enum class BatchStatus : quint8 { Running = 1, Succeeded = 2, Failed = 3, Blocked = 4 };

constexpr bool holdsSlot(BatchStatus status) { return status == BatchStatus::Running || status == BatchStatus::Blocked; }

constexpr std::string_view nameOf(BatchStatus status)
{
    switch (status) {
    case BatchStatus::Running: return "RUNNING";
    case BatchStatus::Succeeded: return "SUCCEEDED";
    case BatchStatus::Failed: return "FAILED";
    case BatchStatus::Blocked: return "BLOCKED";
    }
    return "UNKNOWN";
}

/// What the batch is doing. Its engine step is chosen by it.
enum class Phase : quint8 { Claimed, Building, Pipeline, Approving, Rebasing, Revalidating, Merging, Verify, Settling, Count };

inline constexpr auto phaseNames = std::to_array<std::string_view>(
    { "CLAIMED", "BUILDING", "PIPELINE", "APPROVING", "REBASING", "REVALIDATING", "MERGING", "VERIFY", "SETTLING" });
static_assert(phaseNames.size() == size_t(Phase::Count), "a phase lacks its name");
constexpr std::string_view nameOf(Phase phase) { return phaseNames[size_t(phase)]; }

struct BatchMove {
    BatchStatus from;
    BatchStatus to;
};
// clang-format off
inline constexpr auto batchMoves = std::to_array<BatchMove>({
    { BatchStatus::Running, BatchStatus::Blocked },
    { BatchStatus::Blocked, BatchStatus::Running },
    { BatchStatus::Running, BatchStatus::Succeeded },
    { BatchStatus::Blocked, BatchStatus::Succeeded },
    { BatchStatus::Running, BatchStatus::Failed },
    { BatchStatus::Blocked, BatchStatus::Failed },
});
// clang-format on
constexpr bool mayMove(BatchStatus from, BatchStatus to)
{
    return std::ranges::any_of(batchMoves, [&](const BatchMove &move) { return move.from == from && move.to == to; });
}

/// In which steps the members of an active batch stand, by its phase. Settling begins wherever the batch was.
struct PhaseSteps {
    Phase phase;
    Some<Step, 16> steps;
};
// clang-format off
inline constexpr auto phaseSteps = std::to_array<PhaseSteps>({
    { Phase::Claimed, { Step::CreateStarted } },
    { Phase::Building, { Step::CreateStarted } },
    { Phase::Pipeline, { Step::CreatePipelineRunning, Step::CreatePipelinePending } },
    { Phase::Approving, { Step::CreateSucceeded, Step::HandleStarted } },
    { Phase::Rebasing, { Step::HandleRebasing, Step::RebasePending } },
    { Phase::Revalidating, { Step::HandleRevalidating, Step::HandlePipelinePending } },
    { Phase::Merging, { Step::HandleApproved, Step::HandleMerging, Step::MergePending } },
    { Phase::Verify, { Step::HandleMerged, Step::CalledBack, Step::DeployFailed, Step::DeployPending } },
    { Phase::Settling,
      { Step::CreateStarted, Step::CreatePipelineRunning, Step::CreatePipelinePending, Step::CreateSucceeded, Step::HandleStarted,
        Step::HandleApproved, Step::HandleRebasing, Step::RebasePending, Step::HandleRevalidating, Step::HandlePipelinePending,
        Step::HandleMerging, Step::MergePending } },
});
// clang-format on
constexpr bool mayStandIn(Phase phase, Step step) { return phaseSteps[size_t(phase)].steps.contains(step); }

namespace check {
constexpr bool everyPhaseHasItsSteps()
{
    if (phaseSteps.size() != size_t(Phase::Count))
        return false;
    for (size_t i = 0; i < phaseSteps.size(); ++i) {
        if (phaseSteps[i].phase != Phase(i) || phaseSteps[i].steps.count == 0)
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::everyPhaseHasItsSteps(), "a phase lacks the steps its members may stand in, or stands out of order");

} // namespace slipway::workflow
