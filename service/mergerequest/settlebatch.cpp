// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/committext.h"
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/steps.h"
#include "service/workflow/text.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchFailureRow;
using workflow::BatchStatus;
using workflow::Event;
using workflow::Pair;

namespace {

constexpr LadderKeys settleLadder("settle");

/// The batch's merge request as the forge sees it now; also one whose creation was never recorded.
std::optional<forge::MergeRequest> readMergeRequest(forge::Forge &forge, const forge::Project &project,
                                                    const workflow::BatchRow &batch)
{
    if (batch.mergeRequest)
        return forge.mergeRequest(project, *batch.mergeRequest);
    for (const forge::MergeRequest &each : forge.mergeRequestsFrom(project, batch.branch)) {
        if (each.description.contains(batchMarker(batch.id, batch.branch)))
            return each;
    }
    return std::nullopt;
}

/// The members' own event where their pair knows it, else the general one.
Event memberEvent(const BatchFailureRow &failure, Pair pair, bool reachedCreated)
{
    if (failure.requeues)
        return Event::BatchRequeued;
    if (failure.event && workflow::next(pair, *failure.event))
        return *failure.event;
    return reachedCreated ? Event::BatchFailedHandling : Event::BatchFailedCreating;
}

Next fail(StepContext &context, const BatchFailureRow &failure)
{
    const workflow::BatchRow &batch = context.batch();
    const auto pair = database::inTransaction(context.database(), "batch.members", [&](database::Transaction &transaction) {
        return workflow::BatchProgress::membersPair(transaction, batch);
    });
    const auto event = pair ? std::optional(memberEvent(failure, *pair, batch.reachedCreated)) : std::nullopt;
    return context.advanceThen("batch.failed",
                               { .to = { .status = BatchStatus::Failed },
                                 .event = event,
                                 .because = { workflow::Cause::Engine, {}, batch.message },
                                 .also =
                                     [&](database::Transaction &transaction) {
                                         const database::Bindings one { { "batch", batch.id.value() } };
                                         transaction.affect(sql::mergerequest::record_member_outcome,
                                                            { { "outcome", failure.requeues ? u"REQUEUED"_s : u"FAILED"_s },
                                                              { "batch", batch.id.value() } });
                                         if (failure.requeues) {
                                             transaction.affect(sql::mergerequest::clear_members, one);
                                             transaction.affect(sql::mergerequest::free_waiting_rows, one);
                                         } else {
                                             transaction.affect(sql::mergerequest::fail_members,
                                                                { { "code", batch.failureCode },
                                                                  { "detail", batch.message },
                                                                  { "batch", batch.id.value() } });
                                             transaction.affect(sql::mergerequest::delete_waiting_rows, one);
                                         }
                                     } },
                               Next::finished());
}

} // namespace

Next settleBatch(StepContext &context)
{
    const workflow::BatchRow &batch = context.batch();
    const auto known = workflow::batchFailureCoded(workflow::view(batch.failureCode.toLatin1()));
    const BatchFailureRow &failure = rowOf(known.value_or(workflow::BatchFailure::CreateFailed));
    const auto ladder = settleLadder.in(*context.services().config);
    const auto wait = ladder.next(context.task().reads).value_or(ladder.longInterval);
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), batch.partition);

    auto mergeRequest = readMergeRequest(forge, project, batch);
    if (mergeRequest && mergeRequest->state == "opened"_L1) {
        // Closing an armed merge request would race with its merge; what the close could not prevent, the read below shows.
        forge.cancelAutoMerge(project, mergeRequest->iid);
        const forge::Outcome closed = forge.closeMergeRequest(project, mergeRequest->iid);
        if (closed.kind == forge::Outcome::Kind::NotSent)
            return Next::poll(closed.retryAfter.value_or(wait), closed.text);
        mergeRequest = forge.mergeRequest(project, mergeRequest->iid);
        if (!mergeRequest)
            return Next::poll(wait, u"the merge request cannot be seen"_s);
    }
    if (!mergeRequest || mergeRequest->state == "closed"_L1)
        return fail(context, failure);
    if (mergeRequest->state == "merged"_L1)
        return land(context, *mergeRequest);
    if (mergeRequest->state == "opened"_L1)
        return Next::poll(wait, u"GitLab did not close it yet"_s);
    return block(context, batch.failureCode, u"GitLab has not decided yet: the merge request is %1"_s.arg(mergeRequest->state),
                 wait);
}

} // namespace slipway::mergerequest
