// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actions/alignment.h"

#include "service/workflow/setmover.h"
#include "service/workflow/text.h"
#include "shared/workflow/landingfailure.h"
#include "sql/operations.h"
#include "sql/workflow.h"

#include <map>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;
using workflow::TaskKind;
using workflow::TaskQueue;

Alignment ofBatch(const BatchSight &batch, const QString &state)
{
    const recovery::BatchFacts &facts = batch.facts;
    if (facts.status == BatchStatus::Blocked && facts.failureCode == "TREE_MISMATCH"_L1)
        return Alignment::AcceptTree;
    if (facts.phase == Phase::Verify && workflow::holdsSlot(facts.status))
        return Alignment::Agrees;
    if (facts.status == BatchStatus::Failed)
        return state == "merged"_L1 ? Alignment::LandLate : Alignment::Agrees;
    if (state == "merged"_L1)
        return Alignment::Land;
    return state == "closed"_L1 ? Alignment::TakeClosed : Alignment::Undecided;
}

Alignment ofOperation(const OperationSight &operation, const QString &state)
{
    const workflow::Pair pair = operation.facts.pair;
    if (operation.facts.isTreeMismatch)
        return Alignment::AcceptTree;
    const bool isLanded = pair.status == workflow::Status::Merged || pair.status == workflow::Status::Validated;
    if (state == "merged"_L1) {
        if (isLanded)
            return Alignment::Agrees;
        return landingEvent(pair) ? Alignment::Land : Alignment::Undecided;
    }
    if (state != "closed"_L1)
        return Alignment::Undecided;
    return workflow::next(pair, Event::ClosedByPerson) ? Alignment::FailClosed : Alignment::Agrees;
}

/// The engine reads again, and lands or settles by its own steps.
bool goOn(const ActionContext &context, database::Transaction &transaction, const BatchSight &batch,
          const workflow::BatchStep &step, const QString &what)
{
    if (!context.moveBatch(transaction, batch, step, what))
        return false;
    TaskQueue::enqueue(transaction, TaskKind::AdvanceBatch, QString::number(batch.facts.id.value()));
    return true;
}

void resolve(const ActionContext &context, database::Transaction &transaction, const QString &code, const QString &subject)
{
    transaction.affect(sql::operations::resolve_finding,
                       { { "by", context.doer().account.left(255) }, { "code", code }, { "subject", subject } });
}

/// Those of a failed batch that stand in one pair.
bool landTogether(const ActionContext &context, database::Transaction &transaction, const Seen &seen, workflow::Pair pair,
                  const std::vector<workflow::SetMover::Member> &members)
{
    const auto event = landingEvent(pair);
    if (!event
        || !workflow::SetMover(context.progress().states().instance())
                .move(transaction, members, pair, *event, context.because(u"aligned"_s)))
        return false;
    const qint64 batch = seen.batch->facts.id.value();
    workflow::SetMover::inChunks(members, [&](const QVariantList &ids) {
        // Claimed meanwhile: then their versions would have moved, and so they are still in line.
        if (pair.step == workflow::Step::Queued)
            transaction.affect(sql::operations::leave_line, { { "operations", ids } });
        transaction.affect(sql::operations::record_aligned,
                           { { "batch", batch },
                             { "iid", seen.remote->mergeRequest->value() },
                             { "sha", seen.remote->mergeCommit },
                             { "operations", ids } });
        transaction.affect(sql::operations::record_aligned_outcome, { { "batch", batch }, { "operations", ids } });
    });
    return true;
}

bool landLate(const ActionContext &context, database::Transaction &transaction, const Seen &seen)
{
    const BatchSight &batch = *seen.batch;
    const QString note = u"merged afterwards as %1"_s.arg(seen.remote->mergeCommit);
    // It stays FAILED: the move only annotates it, and is the guard that nobody else does the same.
    if (!context.moveBatch(transaction, batch, { .message = note }, note))
        return false;
    std::map<std::pair<workflow::Step, workflow::Status>, std::vector<workflow::SetMover::Member>> standing;
    for (const SeenMember &member : seen.members)
        standing[{ member.pair.step, member.pair.status }].push_back({ member.operation, member.version });
    for (const auto &[where, members] : standing) {
        if (!landTogether(context, transaction, seen, { where.first, where.second }, members))
            return false;
    }
    resolve(context, transaction, u"LATE_MERGE"_s, u"batch:%1"_s.arg(batch.facts.id.value()));
    TaskQueue::enqueue(transaction, TaskKind::MatchDeploy, QString::number(batch.facts.id.value()));
    TaskQueue::cleanBranchOf(transaction, QString::number(batch.facts.id.value()));
    return true;
}

bool landOperation(const ActionContext &context, database::Transaction &transaction, const Seen &seen)
{
    const OperationSight &operation = *seen.operation;
    const auto event = landingEvent(operation.facts.pair);
    if (!event || !context.moveOperation(transaction, operation, *event, u"aligned"_s))
        return false;
    transaction.affect(sql::operations::record_landing,
                       { { "sha", seen.remote->mergeCommit }, { "operation", operation.facts.id.value() } });
    enqueueOperation(transaction, operation.facts.id);
    TaskQueue::enqueue(transaction, TaskKind::MatchDeploy, proofReference(operation.facts));
    return true;
}

/// What landed stays although it was not what was validated.
bool acceptTree(const ActionContext &context, database::Transaction &transaction, const Seen &seen)
{
    if (seen.operation) {
        const OperationSight &operation = *seen.operation;
        const int accepted = transaction.affect(
            sql::operations::accept_landing, { { "operation", operation.facts.id.value() }, { "version", operation.version } });
        resolve(context, transaction, u"TREE_MISMATCH"_s, u"operation:"_s + operation.facts.id.value());
        TaskQueue::cleanBranchOf(transaction, TaskQueue::referenceTo(operation.facts.id));
        return accepted == 1;
    }
    if (!context.moveBatch(transaction, *seen.batch,
                           { .status = BatchStatus::Succeeded, .failureCode = QString(), .message = QString() },
                           u"the landed tree was accepted"_s))
        return false;
    resolve(context, transaction, u"TREE_MISMATCH"_s, u"batch:%1"_s.arg(seen.batch->facts.id.value()));
    TaskQueue::cleanBranchOf(transaction, QString::number(seen.batch->facts.id.value()));
    return true;
}

} // namespace

Alignment alignmentOf(const Seen &seen)
{
    const QString state = seen.remote ? seen.remote->state : u"absent"_s;
    return seen.batch ? ofBatch(*seen.batch, state) : ofOperation(*seen.operation, state);
}

std::optional<Event> landingEvent(workflow::Pair pair)
{
    if (workflow::next(pair, Event::Aligned))
        return Event::Aligned;
    return workflow::next(pair, Event::ReadMerged) ? std::optional(Event::ReadMerged) : std::nullopt;
}

QStringList writesOf(Alignment way)
{
    switch (way) {
    case Alignment::AcceptTree:
        return { u"what landed counts as verified; a batch: merge_batch.status = 2"_s, u"finding TREE_MISMATCH resolved"_s };
    case Alignment::Land: return { u"10103 MERGED, by the engine's own reading"_s, u"workflow_task: due now"_s };
    case Alignment::LandLate:
        return { u"operation, binding: 10103 MERGED"_s, u"merge_batch.message"_s,
                 u"merge_batch_request deleted where it waited"_s, u"finding LATE_MERGE resolved"_s };
    case Alignment::TakeClosed: return { u"merge_batch: SETTLING (CLOSED_BY_PERSON)"_s, u"then members 10406 QUEUED"_s };
    case Alignment::FailClosed: return { u"operation.step_status = 10108"_s };
    case Alignment::Undecided:
    case Alignment::Agrees: break;
    }
    return {};
}

bool align(const ActionContext &context, database::Transaction &transaction, const Seen &seen, Alignment way)
{
    switch (way) {
    case Alignment::AcceptTree: return acceptTree(context, transaction, seen);
    case Alignment::Land:
        return seen.batch ? goOn(context, transaction, *seen.batch, { .status = BatchStatus::Running }, u"GitLab says merged"_s)
                          : landOperation(context, transaction, seen);
    case Alignment::LandLate: return landLate(context, transaction, seen);
    case Alignment::TakeClosed:
        return goOn(context, transaction, *seen.batch,
                    { .status = BatchStatus::Running,
                      .phase = Phase::Settling,
                      .failureCode = workflow::text(rowOf(LandingFailure::ClosedByPerson).code),
                      .message = u"closed by %1"_s.arg(seen.remote->by) },
                    u"GitLab says closed"_s);
    case Alignment::FailClosed:
        if (!context.moveOperation(transaction, *seen.operation, Event::ClosedByPerson, u"GitLab says closed"_s))
            return false;
        transaction.affect(sql::workflow::fail_operation,
                           { { "code", workflow::text(nameOf(Event::ClosedByPerson)) },
                             { "detail", u"closed by %1"_s.arg(seen.remote->by) },
                             { "operation", seen.operation->facts.id.value() } });
        return true;
    case Alignment::Undecided:
    case Alignment::Agrees: break;
    }
    return false;
}

} // namespace slipway::operations
