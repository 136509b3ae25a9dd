// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <array>
#include <string_view>

namespace slipway::workflow {

/// What can happen to an attempt. Where one outside event may end in different states, each ending is an event of its own, chosen
/// by whoever knows flow, approval and merge request; so the transition table stays deterministic.
enum class Event : quint8 {
    // Birth of an attempt.
    SubmittedMergeRequestFirst,
    SubmittedApprovalFirst,
    SubmitOverloadedMergeRequestFirst,
    SubmitOverloadedApprovalFirst,
    Adopted,
    // Approval.
    ApprovalSent,
    ApprovalSendRefused,
    ApprovalSendRefusedMergeRequestFirst,
    ApprovalSendUnknown,
    ApprovedMergeRequestFirst,
    ApprovedSingle,
    ApprovedBatched,
    ApprovedOverloadedMergeRequestFirst,
    ApprovedOverloadedSingle,
    ApprovalRejected,
    ApprovalWithdrawn,
    ApprovalExpired,
    ApprovalEndedWithMergeRequest,
    // Creation.
    Claimed,
    MergeRequestOpened,
    PipelinePassed,
    PipelineFailed,
    PipelineTimedOut,
    CreateFailed,
    PushRejected,
    CreateConflict,
    MergeRequestRefused,
    NothingToChange,
    NothingToChangeUnapproved,
    ApprovalRequested,
    HandleStarted,
    // Handling.
    BotsApproved,
    ApproveRefused,
    RebaseBegun,
    RebaseDone,
    Revalidated,
    RebaseConflict,
    RebaseUnknown,
    MergeSent,
    MergeRefused,
    MergeUnknown,
    ReadNotDone,
    ApprovalLost,
    RebaseBudgetSpent,
    ForeignPush,
    ClosedByPerson,
    ReadMerged,
    // Deployment.
    Deployed,
    DeployFailed,
    DeployUnproven,
    // People and batches.
    RetryApproval,
    RetryClose,
    RetryCreate,
    RetryQueued,
    RetryHandle,
    CloseRequested,
    MergeRequestReadClosed,
    NotClosable,
    BatchRequeued,
    BatchFailedCreating,
    BatchFailedHandling,
    LeftBeforeLanding,
    Aligned,
    Count
};

/// In the order of Event; stored in the history.
// clang-format off
inline constexpr auto eventNames = std::to_array<std::string_view>({
    "SUBMITTED_MR_FIRST", "SUBMITTED_APPROVAL_FIRST", "SUBMIT_OVERLOADED_MR_FIRST", "SUBMIT_OVERLOADED_APPROVAL_FIRST",
    "ADOPTED", "APPROVAL_SENT", "APPROVAL_SEND_REFUSED", "APPROVAL_SEND_REFUSED_MR_FIRST", "APPROVAL_SEND_UNKNOWN",
    "APPROVED_MR_FIRST", "APPROVED_SINGLE", "APPROVED_BATCHED", "APPROVED_OVERLOADED_MR_FIRST",
    "APPROVED_OVERLOADED_SINGLE", "APPROVAL_REJECTED", "APPROVAL_WITHDRAWN", "APPROVAL_EXPIRED",
    "APPROVAL_ENDED_WITH_MR", "CLAIMED", "MR_OPENED", "PIPELINE_PASSED", "PIPELINE_FAILED", "PIPELINE_TIMED_OUT",
    "CREATE_FAILED", "PUSH_REJECTED", "CREATE_CONFLICT", "MR_REFUSED", "NOTHING_TO_CHANGE",
    "NOTHING_TO_CHANGE_UNAPPROVED", "APPROVAL_REQUESTED", "HANDLE_STARTED", "BOTS_APPROVED", "APPROVE_REFUSED",
    "REBASE_BEGUN", "REBASE_DONE", "REVALIDATED", "REBASE_CONFLICT", "REBASE_UNKNOWN", "MERGE_SENT", "MERGE_REFUSED",
    "MERGE_UNKNOWN", "READ_NOT_DONE", "APPROVAL_LOST", "REBASE_BUDGET_SPENT", "FOREIGN_PUSH", "CLOSED_BY_PERSON",
    "READ_MERGED", "DEPLOYED", "DEPLOY_FAILED", "DEPLOY_UNPROVEN", "RETRY_APPROVAL", "RETRY_CLOSE", "RETRY_CREATE",
    "RETRY_QUEUED", "RETRY_HANDLE", "CLOSE_REQUESTED", "MR_READ_CLOSED", "NOT_CLOSABLE", "BATCH_REQUEUED",
    "BATCH_FAILED_CREATING", "BATCH_FAILED_HANDLING", "LEFT_BEFORE_LANDING", "ALIGNED",
});
// clang-format on
static_assert(eventNames.size() == size_t(Event::Count), "an event lacks its name");

constexpr std::string_view nameOf(Event event) { return eventNames[size_t(event)]; }

} // namespace slipway::workflow
