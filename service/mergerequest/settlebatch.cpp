// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/partitions.h"
#include "service/mergerequest/closing.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/splitting.h"
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
using workflow::Settlement;

namespace {

constexpr size_t chunk = 500;

struct WaitingMember {
    qint64 row;
    static WaitingMember read(const database::Row &row) { return { row.number("id") }; }
};

struct LowestGroup {
    std::optional<qint64> group;
    static LowestGroup read(const database::Row &row) { return { row.maybeNumber("split_group") }; }
};

struct Departures {
    qint64 count;
    static Departures read(const database::Row &row) { return { row.number("departures") }; }
};

/// One member that has failed in company that left meanwhile has not failed alone: it gets its own try.
Settlement settlementOf(StepContext &context, const LandingFailureRow &failure)
{
    const workflow::BatchRow &batch = context.batch();
    if (failure.settlement != Settlement::Split || batch.memberCount == 0)
        return failure.settlement == Settlement::Split ? Settlement::Fail : failure.settlement;
    const auto departures =
        context.database().selectOne<Departures>(sql::mergerequest::departures, { { "batch", batch.id.value() } });
    return batch.memberCount > 1 || (departures && departures->count > 0) ? Settlement::Split : Settlement::Fail;
}

/// The members' own event where their pair knows it, else the general one.
Event memberEvent(const LandingFailureRow &failure, Settlement settlement, Pair pair, bool reachedCreated)
{
    if (settlement != Settlement::Fail)
        return Event::BatchRequeued;
    if (workflow::next(pair, failure.event))
        return failure.event;
    return reachedCreated ? Event::BatchFailedHandling : Event::BatchFailedCreating;
}

/// Back into line with their places; halves are claimed before anybody else.
void requeue(database::Transaction &transaction, const workflow::BatchRow &batch, Settlement settlement)
{
    const database::Bindings one { { "batch", batch.id.value() } };
    transaction.affect(sql::mergerequest::clear_members, one);
    if (settlement == Settlement::Requeue) {
        transaction.affect(sql::mergerequest::free_waiting_rows, one);
        return;
    }
    std::vector<qint64> rows;
    for (const WaitingMember &member : transaction.select<WaitingMember>(sql::mergerequest::waiting_members, one))
        rows.push_back(member.row);
    const auto lowest =
        transaction.selectOne<LowestGroup>(sql::mergerequest::lowest_group_of, { { "partition", batch.partition.value() } });
    const auto number = lowest && lowest->group ? std::optional(int(*lowest->group)) : std::nullopt;
    for (const SplitGroup &group : halvesOf(rows, number)) {
        for (size_t first = 0; first < group.rows.size(); first += chunk) {
            QVariantList ids;
            for (size_t i = first; i < std::min(group.rows.size(), first + chunk); ++i)
                ids.append(group.rows[i]);
            const int moved = transaction.affect(sql::mergerequest::split_rows,
                                                 { { "group", group.number }, { "batch", batch.id.value() }, { "ids", ids } });
            if (moved != ids.size())
                throw Error(Code::InternalError, u"batch %1 lost waiting rows while it was split"_s.arg(batch.id.value()));
        }
    }
}

void failMembers(database::Transaction &transaction, const workflow::BatchRow &batch, const LandingFailureRow &failure)
{
    const database::Bindings one { { "batch", batch.id.value() } };
    transaction.affect(sql::mergerequest::fail_members,
                       { { "code", batch.failureCode }, { "detail", batch.message }, { "batch", batch.id.value() } });
    if (failure.settlement == Settlement::Split)
        transaction.affect(sql::mergerequest::mark_failed_alone, one);
    transaction.affect(sql::mergerequest::delete_waiting_rows, one);
}

QString messageOf(const workflow::BatchRow &batch, Settlement settlement)
{
    if (settlement != Settlement::Split)
        return batch.message;
    return batch.memberCount > 1 ? batch.message + u"; its members run again in two halves"_s
                                 : batch.message + u"; its one remaining member runs again alone"_s;
}

Next fail(StepContext &context, const LandingFailureRow &failure)
{
    const workflow::BatchRow &batch = context.batch();
    const Settlement settlement = settlementOf(context, failure);
    const auto pair = context.landing().pair(context.database());
    const auto event = pair ? std::optional(memberEvent(failure, settlement, *pair, batch.reachedCreated)) : std::nullopt;
    const QString message = messageOf(batch, settlement);
    const auto also = [&](database::Transaction &transaction) {
        const bool isOver = settlement == Settlement::Fail;
        transaction.affect(sql::workflow::record_member_outcome,
                           { { "outcome", isOver ? u"FAILED"_s : u"REQUEUED"_s }, { "batch", batch.id.value() } });
        if (isOver)
            failMembers(transaction, batch, failure);
        else
            requeue(transaction, batch, settlement);
    };
    const bool done = context.advanceBatch("batch.failed",
                                           { .to = { .status = BatchStatus::Failed, .message = message },
                                             .event = event,
                                             .because = { workflow::Cause::Engine, {}, message },
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
