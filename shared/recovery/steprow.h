// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/recovery/diagnosiscode.h"
#include "shared/workflow/transitions.h"

namespace slipway::recovery {

/// Whose turn it is, as users are told. The guidance on the page and the diagnosis in the console both begin with this column.
enum class Turn : quint8 {
    Service, ///< It goes on by itself: wait.
    Approver,
    Maintainers, ///< Waiting will not help.
    Requester, ///< To submit again.
    Nobody, ///< It is done.
};

/// What is to be said of a request by its step alone; facts make it more exact, never something for somebody else's turn.
struct StepRow {
    workflow::Step step;
    DiagnosisCode code; ///< Count for steps that are final.
    Turn turn;
};

// clang-format off
inline constexpr auto stepRows = std::to_array<StepRow>({
    { workflow::Step::CreateStarted, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::CreateSucceeded, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::CreateFailed, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::CreatePipelineFailed, DiagnosisCode::PipelineFailed, Turn::Maintainers },
    { workflow::Step::CreatePushRejected, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::CreateConflict, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::CreateMergeRequestRefused, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::CreateOverloaded, DiagnosisCode::Overloaded, Turn::Requester },
    { workflow::Step::CreatePipelineRunning, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::HandleStarted, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::HandleApproved, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::HandleMerged, DiagnosisCode::DeployLate, Turn::Service },
    { workflow::Step::HandleApproveFailed, DiagnosisCode::ApproveNoRight, Turn::Maintainers },
    { workflow::Step::HandleRebaseConflict, DiagnosisCode::RebaseConflict, Turn::Maintainers },
    { workflow::Step::HandlePipelineFailed, DiagnosisCode::PipelineFailed, Turn::Maintainers },
    { workflow::Step::HandleMergeFailed, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::HandleMergeRequestClosed, DiagnosisCode::RemoteClosed, Turn::Maintainers },
    { workflow::Step::HandleOverloaded, DiagnosisCode::Overloaded, Turn::Maintainers },
    { workflow::Step::HandleRebasing, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::HandleForeignHead, DiagnosisCode::ForeignHead, Turn::Maintainers },
    { workflow::Step::HandleRevalidating, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::HandleMerging, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::CloseStarted, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::Closed, DiagnosisCode::Count, Turn::Requester },
    { workflow::Step::CloseFailed, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::BatchFailed, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::CalledBack, DiagnosisCode::Count, Turn::Nobody },
    { workflow::Step::DeployFailed, DiagnosisCode::DeployFailed, Turn::Maintainers },
    { workflow::Step::ApprovalSending, DiagnosisCode::RunningSlow, Turn::Service },
    { workflow::Step::ApprovalSent, DiagnosisCode::WaitingApproval, Turn::Approver },
    { workflow::Step::ApprovalSendFailed, DiagnosisCode::FailedNeedsPerson, Turn::Maintainers },
    { workflow::Step::ApprovalRejected, DiagnosisCode::Count, Turn::Requester },
    { workflow::Step::ApprovalWithdrawn, DiagnosisCode::Count, Turn::Requester },
    { workflow::Step::Queued, DiagnosisCode::WaitingRound, Turn::Service },
    { workflow::Step::ApprovalExpired, DiagnosisCode::Count, Turn::Requester },
    { workflow::Step::ApprovalOverloaded, DiagnosisCode::Overloaded, Turn::Requester },
    { workflow::Step::HandlePipelinePending, DiagnosisCode::PipelineUnknown, Turn::Service },
    { workflow::Step::CreatePipelinePending, DiagnosisCode::PipelineUnknown, Turn::Service },
    { workflow::Step::RebasePending, DiagnosisCode::RemoteUnknown, Turn::Service },
    { workflow::Step::ApprovalSendPending, DiagnosisCode::ApprovalUnknown, Turn::Service },
    { workflow::Step::MergePending, DiagnosisCode::RemoteUnknown, Turn::Service },
    { workflow::Step::DeployPending, DiagnosisCode::DeployUnproven, Turn::Service },
});
// clang-format on

constexpr const StepRow &rowOf(workflow::Step step) { return *std::ranges::find(stepRows, step, &StepRow::step); }

namespace check {
constexpr bool everyPairHasItsDiagnosis()
{
    return std::ranges::all_of(workflow::pairs, [](const workflow::Pair &pair) {
        const auto rows = std::ranges::count(stepRows, pair.step, &StepRow::step);
        return rows == 1 && (rowOf(pair.step).code == DiagnosisCode::Count) == workflow::isFinal(pair);
    });
}
/// NEEDS_MAINTAINER is for maintainers, an unknown outcome is worth waiting for.
constexpr bool turnsFollowTheWorkflow()
{
    return std::ranges::all_of(stepRows, [](const StepRow &row) {
        if (workflow::isNeedsMaintainer(row.step))
            return row.turn == Turn::Maintainers;
        if (workflow::isOutcomePending(row.step))
            return row.turn == Turn::Service;
        if (workflow::isOverloaded(row.step))
            return row.turn == (row.step == workflow::Step::HandleOverloaded ? Turn::Maintainers : Turn::Requester);
        return row.turn != Turn::Maintainers;
    });
}
} // namespace check
static_assert(check::everyPairHasItsDiagnosis(), "a pair that is not final lacks its diagnosis, or a final one has one");
static_assert(check::turnsFollowTheWorkflow(), "a step is taken for somebody else's turn than the workflow says");

} // namespace slipway::recovery
