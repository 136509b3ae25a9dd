// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/partitions.h"
#include "service/mergerequest/closing.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/steps.h"
#include "service/workflow/text.h"
#include "sql/mergerequest.h"
#include "sql/workflow.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchStatus;
using workflow::Event;
using workflow::LandingFailureRow;
using workflow::Pair;

namespace {

/// The members' own event where their pair knows it, else the general one.
Event memberEvent(const LandingFailureRow &failure, Pair pair, bool reachedCreated)
{
    if (failure.requeues)
        return Event::BatchRequeued;
    if (workflow::next(pair, failure.event))
        return failure.event;
    return reachedCreated ? Event::BatchFailedHandling : Event::BatchFailedCreating;
}

Next fail(StepContext &context, const LandingFailureRow &failure)
{
    const workflow::BatchRow &batch = context.batch();
    const auto pair = context.landing().pair(context.database());
    const auto event = pair ? std::optional(memberEvent(failure, *pair, batch.reachedCreated)) : std::nullopt;
    const auto also = [&](database::Transaction &transaction) {
        const database::Bindings one { { "batch", batch.id.value() } };
        transaction.affect(sql::workflow::record_member_outcome,
                           { { "outcome", failure.requeues ? u"REQUEUED"_s : u"FAILED"_s }, { "batch", batch.id.value() } });
        if (failure.requeues) {
            transaction.affect(sql::mergerequest::clear_members, one);
            transaction.affect(sql::mergerequest::free_waiting_rows, one);
        } else {
            transaction.affect(sql::mergerequest::fail_members,
                               { { "code", batch.failureCode }, { "detail", batch.message }, { "batch", batch.id.value() } });
            transaction.affect(sql::mergerequest::delete_waiting_rows, one);
        }
    };
    const bool done = context.advanceBatch("batch.failed",
                                           { .to = { .status = BatchStatus::Failed },
                                             .event = event,
                                             .because = { workflow::Cause::Engine, {}, batch.message },
                                             .also = also });
    return done ? Next::finished() : Next::again();
}

struct LeavingMember {
    OperationId operation;
    static LeavingMember read(const database::Row &row) { return { row.id<OperationId>("operation_id") }; }
};

/// Whoever changed their mind, or is of no use any more, is let go before the others fail or queue again.
bool letGo(StepContext &context)
{
    std::vector<workflow::Leaving> leaving;
    for (const LeavingMember &each : context.database().select<LeavingMember>(sql::mergerequest::leaving_members,
                                                                              { { "batch", context.batch().id.value() } }))
        leaving.push_back({ each.operation, Event::LeftBeforeLanding, u"withdrawn or expired before it landed"_s });
    return leaving.empty() || context.release("batch.let_go", leaving);
}

} // namespace

Next settleBatch(StepContext &context)
{
    const auto known = workflow::landingFailureCoded(workflow::view(context.row().failureCode.toLatin1()));
    const LandingFailureRow &failure = rowOf(known.value_or(workflow::LandingFailure::CreateFailed));
    const Closing closing = closeAndRead(context, projectOf(context.services(), context.row().partition));
    switch (closing.kind) {
    case Closing::Kind::Gone: return letGo(context) ? fail(context, failure) : Next::again();
    case Closing::Kind::Merged: return land(context, *closing.mergeRequest);
    case Closing::Kind::Open: return Next::poll(closing.wait, closing.reason);
    case Closing::Kind::Undecided: break;
    }
    return context.stop(workflow::StopReason::Undecided, closing.reason, closing.wait);
}

} // namespace slipway::mergerequest
