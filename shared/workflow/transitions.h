// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/event.h"
#include "shared/workflow/state.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <span>

namespace slipway::workflow {

/// Every legal pair once. Only closing, closed, and failures that both layers of a flow can meet stand under several statuses.
// clang-format off
inline constexpr auto pairs = std::to_array<Pair>({
    { Step::CreateStarted, Status::MrCreating },
    { Step::CreateSucceeded, Status::MrCreated },
    { Step::CreateFailed, Status::CreateFailed },
    { Step::CreatePipelineFailed, Status::CreateFailed },
    { Step::CreatePushRejected, Status::CreateFailed },
    { Step::CreateConflict, Status::CreateFailed },
    { Step::CreateMergeRequestRefused, Status::CreateFailed },
    { Step::CreateOverloaded, Status::CreateFailed },
    { Step::CreatePipelineRunning, Status::MrCreating },
    { Step::HandleStarted, Status::Merging },
    { Step::HandleApproved, Status::Merging },
    { Step::HandleMerged, Status::Merged },
    { Step::HandleApproveFailed, Status::HandleFailed },
    { Step::HandleRebaseConflict, Status::HandleFailed },
    { Step::HandlePipelineFailed, Status::HandleFailed },
    { Step::HandleMergeFailed, Status::HandleFailed },
    { Step::HandleMergeRequestClosed, Status::HandleFailed },
    { Step::HandleOverloaded, Status::HandleFailed },
    { Step::HandleRebasing, Status::Merging },
    { Step::HandleForeignHead, Status::HandleFailed },
    { Step::HandleRevalidating, Status::Merging },
    { Step::HandleMerging, Status::Merging },
    { Step::CloseStarted, Status::ApprovalSending },
    { Step::CloseStarted, Status::ApprovalSent },
    { Step::CloseStarted, Status::MrCreating },
    { Step::CloseStarted, Status::MrCreated },
    { Step::CloseStarted, Status::Merging },
    { Step::CloseStarted, Status::CreateFailed },
    { Step::CloseStarted, Status::HandleFailed },
    { Step::Closed, Status::Closed },
    { Step::Closed, Status::Rejected },
    { Step::CloseFailed, Status::HandleFailed },
    { Step::BatchFailed, Status::CreateFailed },
    { Step::BatchFailed, Status::HandleFailed },
    { Step::CalledBack, Status::Validated },
    { Step::DeployFailed, Status::Merged },
    { Step::ApprovalSending, Status::ApprovalSending },
    { Step::ApprovalSent, Status::ApprovalSent },
    { Step::ApprovalSendFailed, Status::CreateFailed },
    { Step::ApprovalSendFailed, Status::HandleFailed },
    { Step::ApprovalRejected, Status::Rejected },
    { Step::ApprovalWithdrawn, Status::Rejected },
    { Step::Queued, Status::Queued },
    { Step::ApprovalExpired, Status::Rejected },
    { Step::ApprovalOverloaded, Status::CreateFailed },
    { Step::HandlePipelinePending, Status::Merging },
    { Step::CreatePipelinePending, Status::MrCreating },
    { Step::RebasePending, Status::Merging },
    { Step::ApprovalSendPending, Status::ApprovalSending },
    { Step::MergePending, Status::Merging },
    { Step::DeployPending, Status::Merged },
});
// clang-format on

/// Nothing happens to these any more; a new attempt takes the binding over.
// clang-format off
inline constexpr auto finalPairs = std::to_array<Pair>({
    { Step::Closed, Status::Closed },
    { Step::Closed, Status::Rejected },
    { Step::ApprovalRejected, Status::Rejected },
    { Step::ApprovalWithdrawn, Status::Rejected },
    { Step::ApprovalExpired, Status::Rejected },
    { Step::CalledBack, Status::Validated },
});
// clang-format on

constexpr bool isLegal(Pair pair) { return std::ranges::find(pairs, pair) != pairs.end(); }
constexpr bool isFinal(Pair pair) { return std::ranges::find(finalPairs, pair) != finalPairs.end(); }

/// A fixed-size list of steps or statuses, so that one row of the table can name all it starts from.
template <class T, size_t Capacity>
struct Some {
    std::array<T, Capacity> items {};
    size_t count = 0;
    constexpr Some(std::initializer_list<T> list)
    {
        for (const T &item : list)
            items[count++] = item;
    }
    constexpr bool contains(const T &wanted) const
    {
        return std::find(items.begin(), items.begin() + count, wanted) != items.begin() + count;
    }
    constexpr std::span<const T> all() const { return { items.data(), count }; }
};

struct Transition {
    Event on;
    Some<Step, 32> from;
    Some<Status, 8> under; ///< Only from these statuses; empty: from every legal one.
    Step to;
    std::optional<Status> status; ///< Nothing: unchanged.
};

/// How an attempt begins.
struct Birth {
    Event on;
    Pair to;
};
// clang-format off
inline constexpr auto births = std::to_array<Birth>({
    { Event::SubmittedMergeRequestFirst, { Step::CreateStarted, Status::MrCreating } },
    { Event::SubmittedApprovalFirst, { Step::ApprovalSending, Status::ApprovalSending } },
    { Event::SubmitOverloadedMergeRequestFirst, { Step::CreateOverloaded, Status::CreateFailed } },
    { Event::SubmitOverloadedApprovalFirst, { Step::ApprovalOverloaded, Status::CreateFailed } },
    // Found in the repository: it landed before we were there.
    { Event::Adopted, { Step::HandleMerged, Status::Merged } },
});
// clang-format on

/// The one table of legal transitions. A row says: on this event, from any of these steps (under any of these statuses), to that
/// step (and status). What stands in no row does not happen: the event is stale.
// clang-format off
inline constexpr auto transitions = std::to_array<Transition>({
    // Approval.
    { Event::ApprovalSent, { Step::ApprovalSending, Step::ApprovalSendPending }, {}, Step::ApprovalSent, Status::ApprovalSent },
    { Event::ApprovalSendRefused, { Step::ApprovalSending, Step::ApprovalSendPending }, {}, Step::ApprovalSendFailed, Status::CreateFailed },
    { Event::ApprovalSendRefusedMergeRequestFirst, { Step::ApprovalSending, Step::ApprovalSendPending }, {}, Step::ApprovalSendFailed, Status::HandleFailed },
    { Event::ApprovalSendUnknown, { Step::ApprovalSending }, {}, Step::ApprovalSendPending, Status::ApprovalSending },
    { Event::ApprovedMergeRequestFirst, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::HandleStarted, Status::Merging },
    { Event::ApprovedSingle, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::CreateStarted, Status::MrCreating },
    { Event::ApprovedBatched, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::Queued, Status::Queued },
    { Event::ApprovedOverloadedMergeRequestFirst, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::HandleOverloaded, Status::HandleFailed },
    { Event::ApprovedOverloadedSingle, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::CreateOverloaded, Status::CreateFailed },
    { Event::ApprovalRejected, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::ApprovalRejected, Status::Rejected },
    { Event::ApprovalWithdrawn, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::ApprovalWithdrawn, Status::Rejected },
    { Event::ApprovalExpired, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::ApprovalExpired, Status::Rejected },
    { Event::ApprovalEndedWithMergeRequest, { Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending }, {}, Step::CloseStarted, {} },

    // Creation.
    { Event::Claimed, { Step::Queued }, {}, Step::CreateStarted, Status::MrCreating },
    { Event::MergeRequestOpened, { Step::CreateStarted }, {}, Step::CreatePipelineRunning, Status::MrCreating },
    { Event::PipelinePassed, { Step::CreatePipelineRunning, Step::CreatePipelinePending }, {}, Step::CreateSucceeded, Status::MrCreated },
    { Event::PipelineFailed, { Step::CreatePipelineRunning, Step::CreatePipelinePending }, {}, Step::CreatePipelineFailed, Status::CreateFailed },
    { Event::PipelineTimedOut, { Step::CreatePipelineRunning }, {}, Step::CreatePipelinePending, Status::MrCreating },
    { Event::CreateFailed, { Step::CreateStarted, Step::CreatePipelineRunning }, {}, Step::CreateFailed, Status::CreateFailed },
    { Event::PushRejected, { Step::CreateStarted, Step::CreatePipelineRunning }, {}, Step::CreatePushRejected, Status::CreateFailed },
    { Event::CreateConflict, { Step::CreateStarted, Step::CreatePipelineRunning }, {}, Step::CreateConflict, Status::CreateFailed },
    { Event::MergeRequestRefused, { Step::CreateStarted, Step::CreatePipelineRunning }, {}, Step::CreateMergeRequestRefused, Status::CreateFailed },
    { Event::NothingToChange, { Step::CreateStarted }, {}, Step::HandleMerged, Status::Merged },
    { Event::NothingToChangeUnapproved, { Step::CreateStarted }, {}, Step::ApprovalSending, Status::ApprovalSending },
    { Event::ApprovalRequested, { Step::CreateSucceeded }, {}, Step::ApprovalSending, Status::ApprovalSending },
    { Event::HandleStarted, { Step::CreateSucceeded }, {}, Step::HandleStarted, Status::Merging },

    // Handling.
    { Event::BotsApproved, { Step::HandleStarted }, {}, Step::HandleApproved, Status::Merging },
    { Event::ApproveRefused, { Step::CreateSucceeded, Step::HandleStarted }, {}, Step::HandleApproveFailed, Status::HandleFailed },
    { Event::RebaseBegun, { Step::HandleStarted, Step::HandleApproved, Step::HandleMerging }, {}, Step::HandleRebasing, Status::Merging },
    { Event::RebaseDone, { Step::HandleRebasing, Step::RebasePending }, {}, Step::HandleRevalidating, Status::Merging },
    { Event::Revalidated, { Step::HandleRevalidating, Step::HandlePipelinePending }, {}, Step::HandleStarted, Status::Merging },
    { Event::RebaseConflict, { Step::HandleRebasing, Step::RebasePending }, {}, Step::HandleRebaseConflict, Status::HandleFailed },
    { Event::RebaseUnknown, { Step::HandleRebasing }, {}, Step::RebasePending, Status::Merging },
    { Event::PipelineFailed, { Step::HandleRevalidating, Step::HandlePipelinePending }, {}, Step::HandlePipelineFailed, Status::HandleFailed },
    { Event::PipelineTimedOut, { Step::HandleRevalidating }, {}, Step::HandlePipelinePending, Status::Merging },
    { Event::MergeSent, { Step::HandleApproved }, {}, Step::HandleMerging, Status::Merging },
    { Event::MergeRefused, { Step::HandleApproved, Step::HandleMerging, Step::MergePending }, {}, Step::HandleMergeFailed, Status::HandleFailed },
    { Event::MergeUnknown, { Step::HandleMerging }, {}, Step::MergePending, Status::Merging },
    { Event::ReadNotDone, { Step::RebasePending, Step::MergePending }, {}, Step::HandleStarted, Status::Merging },
    { Event::ApprovalLost, { Step::HandleApproved, Step::HandleMerging }, {}, Step::HandleStarted, Status::Merging },
    { Event::RebaseBudgetSpent, { Step::HandleStarted, Step::HandleApproved, Step::HandleRebasing }, {}, Step::HandleMergeFailed, Status::HandleFailed },
    { Event::ForeignPush,
      { Step::CreateStarted, Step::CreateSucceeded, Step::CreatePipelineRunning, Step::HandleStarted, Step::HandleApproved,
        Step::HandleRebasing, Step::HandleRevalidating, Step::HandleMerging, Step::ApprovalSending, Step::ApprovalSent,
        Step::ApprovalSendPending, Step::HandlePipelinePending, Step::CreatePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::HandleForeignHead, Status::HandleFailed },
    { Event::ClosedByPerson,
      { Step::CreateStarted, Step::CreateSucceeded, Step::CreatePipelineRunning, Step::HandleStarted, Step::HandleApproved,
        Step::HandleRebasing, Step::HandleRevalidating, Step::HandleMerging, Step::ApprovalSending, Step::ApprovalSent,
        Step::ApprovalSendPending, Step::HandlePipelinePending, Step::CreatePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::HandleMergeRequestClosed, Status::HandleFailed },
    // What is merged is merged: also what had failed or was being closed. Overload before any merge request has none to be merged.
    { Event::ReadMerged,
      { Step::CreateStarted, Step::CreateSucceeded, Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected,
        Step::CreateConflict, Step::CreateMergeRequestRefused, Step::CreatePipelineRunning, Step::HandleStarted, Step::HandleApproved,
        Step::HandleApproveFailed, Step::HandleRebaseConflict, Step::HandlePipelineFailed, Step::HandleMergeFailed,
        Step::HandleMergeRequestClosed, Step::HandleOverloaded, Step::HandleRebasing, Step::HandleForeignHead,
        Step::HandleRevalidating, Step::HandleMerging, Step::CloseStarted, Step::CloseFailed, Step::BatchFailed,
        Step::ApprovalSending, Step::ApprovalSent, Step::ApprovalSendPending, Step::HandlePipelinePending,
        Step::CreatePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::HandleMerged, Status::Merged },
    { Event::ReadMerged, { Step::ApprovalSendFailed }, { Status::HandleFailed }, Step::HandleMerged, Status::Merged },

    // Deployment.
    { Event::Deployed, { Step::HandleMerged, Step::DeployFailed, Step::DeployPending }, {}, Step::CalledBack, Status::Validated },
    { Event::DeployFailed, { Step::HandleMerged, Step::DeployPending }, {}, Step::DeployFailed, Status::Merged },
    { Event::DeployUnproven, { Step::HandleMerged }, {}, Step::DeployPending, Status::Merged },

    // People.
    { Event::RetryApproval, { Step::ApprovalSendFailed, Step::ApprovalOverloaded, Step::ApprovalSendPending }, {}, Step::ApprovalSending, Status::ApprovalSending },
    { Event::RetryClose, { Step::CloseFailed }, {}, Step::CloseStarted, {} },
    { Event::RetryCreate,
      { Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected, Step::CreateConflict, Step::CreateMergeRequestRefused,
        Step::CreateOverloaded, Step::BatchFailed, Step::HandleForeignHead, Step::HandleApproveFailed, Step::HandleRebaseConflict,
        Step::HandlePipelineFailed, Step::HandleMergeFailed, Step::HandleMergeRequestClosed, Step::HandleOverloaded },
      {}, Step::CreateStarted, Status::MrCreating },
    { Event::RetryQueued,
      { Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected, Step::CreateConflict, Step::CreateMergeRequestRefused,
        Step::CreateOverloaded, Step::BatchFailed, Step::HandleForeignHead, Step::HandleApproveFailed, Step::HandleRebaseConflict,
        Step::HandlePipelineFailed, Step::HandleMergeFailed, Step::HandleMergeRequestClosed, Step::HandleOverloaded },
      {}, Step::Queued, Status::Queued },
    { Event::RetryHandle,
      { Step::HandleApproveFailed, Step::HandleRebaseConflict, Step::HandlePipelineFailed, Step::HandleMergeFailed,
        Step::HandleMergeRequestClosed, Step::HandleOverloaded },
      {}, Step::HandleStarted, Status::Merging },
    { Event::CloseRequested,
      { Step::CreateStarted, Step::CreateSucceeded, Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected,
        Step::CreateConflict, Step::CreateMergeRequestRefused, Step::CreateOverloaded, Step::CreatePipelineRunning, Step::HandleStarted,
        Step::HandleApproved, Step::HandleApproveFailed, Step::HandleRebaseConflict, Step::HandlePipelineFailed, Step::HandleMergeFailed,
        Step::HandleMergeRequestClosed, Step::HandleOverloaded, Step::HandleRebasing, Step::HandleForeignHead, Step::HandleRevalidating,
        Step::HandleMerging, Step::CloseFailed, Step::BatchFailed, Step::ApprovalSendFailed, Step::ApprovalOverloaded,
        Step::HandlePipelinePending, Step::CreatePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::CloseStarted, {} },
    { Event::MergeRequestReadClosed, { Step::CloseStarted }, { Status::ApprovalSending, Status::ApprovalSent }, Step::Closed, Status::Rejected },
    { Event::MergeRequestReadClosed, { Step::CloseStarted }, { Status::MrCreating, Status::MrCreated, Status::Merging, Status::CreateFailed, Status::HandleFailed }, Step::Closed, Status::Closed },
    { Event::NotClosable, { Step::CloseStarted }, {}, Step::CloseFailed, Status::HandleFailed },

    // Batches: what happens to a member when its batch is settled, rebuilt or aligned.
    { Event::BatchRequeued,
      { Step::CreateStarted, Step::CreatePipelineRunning, Step::CreatePipelinePending, Step::CreateSucceeded, Step::HandleStarted,
        Step::HandleApproved, Step::HandleRebasing, Step::HandleRevalidating, Step::HandleMerging, Step::HandlePipelinePending,
        Step::RebasePending, Step::MergePending },
      {}, Step::Queued, Status::Queued },
    { Event::BatchFailedCreating, { Step::CreateStarted, Step::CreatePipelineRunning, Step::CreatePipelinePending }, {}, Step::BatchFailed, Status::CreateFailed },
    { Event::BatchFailedHandling,
      { Step::CreateSucceeded, Step::HandleStarted, Step::HandleApproved, Step::HandleRebasing, Step::HandleRevalidating,
        Step::HandleMerging, Step::HandlePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::BatchFailed, Status::HandleFailed },
    { Event::LeftBeforeLanding,
      { Step::Queued, Step::CreateStarted, Step::CreatePipelineRunning, Step::CreatePipelinePending, Step::CreateSucceeded,
        Step::HandleStarted, Step::HandleApproved, Step::HandleRebasing, Step::HandleRevalidating, Step::HandleMerging,
        Step::HandlePipelinePending, Step::RebasePending, Step::MergePending },
      {}, Step::Closed, Status::Closed },
    { Event::Aligned,
      { Step::Queued, Step::BatchFailed, Step::CreateFailed, Step::CreatePipelineFailed, Step::CreatePushRejected, Step::CreateConflict,
        Step::CreateMergeRequestRefused, Step::HandleApproveFailed, Step::HandleRebaseConflict, Step::HandlePipelineFailed,
        Step::HandleMergeFailed, Step::HandleMergeRequestClosed },
      {}, Step::HandleMerged, Status::Merged },
});
// clang-format on

/// The only question anyone asks: where does this event lead from here? Nothing: nowhere, it is stale.
constexpr std::optional<Pair> next(Pair from, Event on)
{
    for (const Transition &row : transitions) {
        if (row.on == on && row.from.contains(from.step) && (row.under.count == 0 || row.under.contains(from.status)))
            return Pair { row.to, row.status.value_or(from.status) };
    }
    return std::nullopt;
}

/// Where an attempt that begins with this event stands.
constexpr std::optional<Pair> begin(Event on)
{
    for (const Birth &birth : births) {
        if (birth.on == on)
            return birth.to;
    }
    return std::nullopt;
}

namespace check {
constexpr int matches(Pair from, Event on)
{
    int rows = 0;
    for (const Transition &row : transitions)
        rows += row.on == on && row.from.contains(from.step) && (row.under.count == 0 || row.under.contains(from.status));
    return rows;
}
constexpr bool isDeterministic()
{
    for (const Pair &pair : pairs) {
        for (size_t event = 0; event < size_t(Event::Count); ++event) {
            if (matches(pair, Event(event)) > 1)
                return false;
        }
    }
    return true;
}
constexpr bool leadsOnlyToLegalPairs()
{
    for (const Pair &pair : pairs) {
        for (size_t event = 0; event < size_t(Event::Count); ++event) {
            const auto to = next(pair, Event(event));
            if (to && (!isLegal(*to) || *to == pair))
                return false;
        }
    }
    return std::ranges::all_of(births, [](const Birth &birth) { return isLegal(birth.to); });
}
constexpr bool onlyFinalPairsAreDeadEnds()
{
    for (const Pair &pair : pairs) {
        bool leaves = false;
        for (size_t event = 0; event < size_t(Event::Count) && !leaves; ++event)
            leaves = next(pair, Event(event)).has_value();
        if (leaves == isFinal(pair))
            return false;
    }
    return true;
}
constexpr bool everyPairIsReachable()
{
    std::array<bool, pairs.size()> seen {};
    const auto index = [](Pair pair) { return size_t(std::ranges::find(pairs, pair) - pairs.begin()); };
    for (const Birth &birth : births)
        seen[index(birth.to)] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < pairs.size(); ++i) {
            for (size_t event = 0; seen[i] && event < size_t(Event::Count); ++event) {
                const auto to = next(pairs[i], Event(event));
                if (to && !seen[index(*to)])
                    seen[index(*to)] = grown = true;
            }
        }
    }
    return std::ranges::all_of(seen, [](bool reached) { return reached; });
}
constexpr bool everyEventIsUsed()
{
    for (size_t event = 0; event < size_t(Event::Count); ++event) {
        const bool born = begin(Event(event)).has_value();
        const bool used = std::ranges::any_of(transitions, [&](const Transition &row) { return row.on == Event(event); });
        if (born == used)
            return false;
    }
    return true;
}
constexpr bool everyStepStandsInAPair()
{
    return std::ranges::all_of(stepNames, [](const StepName &each) {
        return std::ranges::any_of(pairs, [&](const Pair &pair) { return pair.step == each.step; });
    });
}
} // namespace check

} // namespace slipway::workflow
