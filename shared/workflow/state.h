// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// Exactly where an attempt is, for maintainers. The numbers are grouped by stage, stored, and never renumbered.
enum class Step : qint32 {
    CreateStarted = 10001,
    CreateSucceeded = 10002,
    CreateFailed = 10003,
    CreatePipelineFailed = 10004,
    CreatePushRejected = 10005,
    CreateConflict = 10006,
    CreateMergeRequestRefused = 10007,
    CreateOverloaded = 10008,
    CreatePipelineRunning = 10009,
    HandleStarted = 10101,
    HandleApproved = 10102,
    HandleMerged = 10103,
    HandleApproveFailed = 10104,
    HandleRebaseConflict = 10105,
    HandlePipelineFailed = 10106,
    HandleMergeFailed = 10107,
    HandleMergeRequestClosed = 10108,
    HandleOverloaded = 10109,
    HandleRebasing = 10110,
    HandleForeignHead = 10111,
    HandleRevalidating = 10113,
    HandleMerging = 10114,
    CloseStarted = 10201,
    Closed = 10202,
    CloseFailed = 10203,
    BatchFailed = 10204,
    CalledBack = 10301,
    DeployFailed = 10302,
    ApprovalSending = 10401,
    ApprovalSent = 10402,
    ApprovalSendFailed = 10403,
    ApprovalRejected = 10404,
    ApprovalWithdrawn = 10405,
    Queued = 10406,
    ApprovalExpired = 10407,
    ApprovalOverloaded = 10408,
    HandlePipelinePending = 10501,
    CreatePipelinePending = 10502,
    RebasePending = 10503,
    ApprovalSendPending = 10504,
    MergePending = 10505,
    DeployPending = 10506,
};

/// Which stage the relation is in, for users.
enum class Status : quint8 {
    ApprovalSending,
    ApprovalSent,
    Queued,
    MrCreating,
    MrCreated,
    Merging,
    Merged,
    Validated,
    CreateFailed,
    HandleFailed,
    Rejected,
    Closed,
    Count
};

struct StepName {
    Step step;
    std::string_view name;
};

/// Every step once, with the name the HTTP interface shows.
// clang-format off
inline constexpr auto stepNames = std::to_array<StepName>({
    { Step::CreateStarted, "CREATE_STARTED" },
    { Step::CreateSucceeded, "CREATE_SUCCEEDED" },
    { Step::CreateFailed, "CREATE_FAILED" },
    { Step::CreatePipelineFailed, "CREATE_PIPELINE_FAILED" },
    { Step::CreatePushRejected, "CREATE_PUSH_REJECTED" },
    { Step::CreateConflict, "CREATE_CONFLICT" },
    { Step::CreateMergeRequestRefused, "CREATE_MR_REFUSED" },
    { Step::CreateOverloaded, "CREATE_OVERLOADED" },
    { Step::CreatePipelineRunning, "CREATE_PIPELINE_RUNNING" },
    { Step::HandleStarted, "HANDLE_STARTED" },
    { Step::HandleApproved, "HANDLE_APPROVED" },
    { Step::HandleMerged, "HANDLE_MERGED" },
    { Step::HandleApproveFailed, "HANDLE_APPROVE_FAILED" },
    { Step::HandleRebaseConflict, "HANDLE_REBASE_CONFLICT" },
    { Step::HandlePipelineFailed, "HANDLE_PIPELINE_FAILED" },
    { Step::HandleMergeFailed, "HANDLE_MERGE_FAILED" },
    { Step::HandleMergeRequestClosed, "HANDLE_MR_CLOSED" },
    { Step::HandleOverloaded, "HANDLE_OVERLOADED" },
    { Step::HandleRebasing, "HANDLE_REBASING" },
    { Step::HandleForeignHead, "HANDLE_FOREIGN_HEAD" },
    { Step::HandleRevalidating, "HANDLE_REVALIDATING" },
    { Step::HandleMerging, "HANDLE_MERGING" },
    { Step::CloseStarted, "CLOSE_STARTED" },
    { Step::Closed, "CLOSED" },
    { Step::CloseFailed, "CLOSE_FAILED" },
    { Step::BatchFailed, "BATCH_FAILED" },
    { Step::CalledBack, "CALLED_BACK" },
    { Step::DeployFailed, "DEPLOY_FAILED" },
    { Step::ApprovalSending, "APPROVAL_SENDING" },
    { Step::ApprovalSent, "APPROVAL_SENT" },
    { Step::ApprovalSendFailed, "APPROVAL_SEND_FAILED" },
    { Step::ApprovalRejected, "APPROVAL_REJECTED" },
    { Step::ApprovalWithdrawn, "APPROVAL_WITHDRAWN" },
    { Step::Queued, "QUEUED" },
    { Step::ApprovalExpired, "APPROVAL_EXPIRED" },
    { Step::ApprovalOverloaded, "APPROVAL_OVERLOADED" },
    { Step::HandlePipelinePending, "HANDLE_PIPELINE_PENDING" },
    { Step::CreatePipelinePending, "CREATE_PIPELINE_PENDING" },
    { Step::RebasePending, "REBASE_PENDING" },
    { Step::ApprovalSendPending, "APPROVAL_SEND_PENDING" },
    { Step::MergePending, "MERGE_PENDING" },
    { Step::DeployPending, "DEPLOY_PENDING" },
});
// clang-format on

/// In the order of Status; stored in the database and sent over HTTP.
// clang-format off
inline constexpr auto statusNames = std::to_array<std::string_view>({
    "APPROVAL_SENDING", "APPROVAL_SENT", "QUEUED", "MR_CREATING", "MR_CREATED", "MERGING", "MERGED", "VALIDATED",
    "CREATE_FAILED", "HANDLE_FAILED", "REJECTED", "CLOSED",
});
// clang-format on
static_assert(statusNames.size() == size_t(Status::Count), "a status lacks its name");

constexpr std::string_view nameOf(Status status) { return statusNames[size_t(status)]; }
constexpr std::string_view nameOf(Step step)
{
    const auto row = std::ranges::find(stepNames, step, &StepName::step);
    return row == stepNames.end() ? std::string_view("UNKNOWN") : row->name;
}
constexpr std::optional<Status> statusNamed(std::string_view name)
{
    const auto row = std::ranges::find(statusNames, name);
    if (row == statusNames.end())
        return std::nullopt;
    return Status(row - statusNames.begin());
}
constexpr std::optional<Step> stepNumbered(qint64 number)
{
    const auto row = std::ranges::find_if(stepNames, [&](const StepName &each) { return qint64(each.step) == number; });
    if (row == stepNames.end())
        return std::nullopt;
    return row->step;
}

/// Both layers together: the only thing transitions speak of.
struct Pair {
    Step step;
    Status status;
    friend constexpr bool operator==(const Pair &, const Pair &) = default;
};

/// A new attempt may take the binding row over in place.
inline constexpr auto reappliable = std::to_array({ Status::Rejected, Status::Closed });
/// What has landed may be amended by the same reset; MERGED only where no proof of deployment is awaited any more.
// clang-format off
inline constexpr auto amendable = std::to_array({
    Pair { Step::CalledBack, Status::Validated },
    Pair { Step::DeployFailed, Status::Merged },
    Pair { Step::DeployPending, Status::Merged },
});
// clang-format on
constexpr bool isReappliable(Status status) { return std::ranges::find(reappliable, status) != reappliable.end(); }
constexpr bool isAmendable(Pair pair) { return std::ranges::find(amendable, pair) != amendable.end(); }

/// Waiting is useless: a person has to act.
// clang-format off
inline constexpr auto needsMaintainer = std::to_array({
    Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected, Step::CreateConflict,
    Step::CreateMergeRequestRefused, Step::HandleApproveFailed, Step::HandleRebaseConflict, Step::HandlePipelineFailed,
    Step::HandleMergeFailed, Step::HandleMergeRequestClosed, Step::HandleForeignHead, Step::CloseFailed,
    Step::BatchFailed, Step::DeployFailed, Step::ApprovalSendFailed,
});
// clang-format on
/// The outcome is unknown; the engine keeps reading and resumes by itself.
// clang-format off
inline constexpr auto outcomePending = std::to_array({
    Step::HandlePipelinePending, Step::CreatePipelinePending, Step::RebasePending, Step::ApprovalSendPending,
    Step::MergePending, Step::DeployPending,
});
// clang-format on
inline constexpr auto overloaded = std::to_array({ Step::CreateOverloaded, Step::HandleOverloaded, Step::ApprovalOverloaded });

constexpr bool isNeedsMaintainer(Step step) { return std::ranges::find(needsMaintainer, step) != needsMaintainer.end(); }
constexpr bool isOutcomePending(Step step) { return std::ranges::find(outcomePending, step) != outcomePending.end(); }
constexpr bool isOverloaded(Step step) { return std::ranges::find(overloaded, step) != overloaded.end(); }
/// The console's list of what waits for a person.
constexpr bool isPendingManual(Step step) { return isNeedsMaintainer(step) || isOutcomePending(step) || isOverloaded(step); }

/// The approval system's word is awaited, also while our own call is under way: its answer may outrun our write.
constexpr bool isAwaitingApproval(Step step)
{
    return step == Step::ApprovalSending || step == Step::ApprovalSent || step == Step::ApprovalSendPending;
}

namespace check {
constexpr bool stepNamesAreUnique()
{
    for (size_t i = 0; i < stepNames.size(); ++i) {
        for (size_t j = i + 1; j < stepNames.size(); ++j) {
            if (stepNames[i].step == stepNames[j].step || stepNames[i].name == stepNames[j].name)
                return false;
        }
    }
    return true;
}
} // namespace check
static_assert(check::stepNamesAreUnique(), "two steps share a number or a name");

} // namespace slipway::workflow
