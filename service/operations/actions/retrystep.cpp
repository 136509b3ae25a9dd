// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/retryway.h"
#include "service/operations/actions/waiting.h"
#include "service/workflow/text.h"
#include "shared/workflow/stopreason.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::Phase;
using workflow::TaskKind;
using workflow::TaskQueue;

constexpr const char *batchOver =
    QT_TRANSLATE_NOOP("Action", "The batch is over. A failed one's members go back into line by REQUEUE_MEMBERS.");
constexpr const char *needsAlign =
    QT_TRANSLATE_NOOP("Action", "What landed is not what was validated: no repetition changes that. Accept it with a reason.");
constexpr const char *isPersons = QT_TRANSLATE_NOOP("Action", "A person blocked it. Unblock it first.");
constexpr const char *wouldRetryBatch = QT_TRANSLATE_NOOP("Action", "Batch %1 runs its present step again now.");
constexpr const char *retriesBatch = QT_TRANSLATE_NOOP("Action", "Batch %1 runs its step again.");
constexpr const char *inBatch = QT_TRANSLATE_NOOP("Action", "It is a member of batch %1 and moves only with it: retry there.");
constexpr const char *worksAlready = QT_TRANSLATE_NOOP("Action", "It is under way by itself; to look sooner, re-check it.");
constexpr const char *sameAgain =
    QT_TRANSLATE_NOOP("Action",
                      "Its pipeline failed, and the same merge request fails again. Close it, or put the members of its "
                      "batch back into line with other company.");
constexpr const char *remoteMerged =
    QT_TRANSLATE_NOOP("Action", "Its merge request was merged: nothing is left to try. Take over what GitLab says.");
constexpr const char *remoteOpen =
    QT_TRANSLATE_NOOP("Action", "The merge request of its failed batch is %1 and could still land. It must be closed first.");
constexpr const char *noRetry = QT_TRANSLATE_NOOP("Action", "There is nothing to try again here.");
constexpr const char *wouldRetry = QT_TRANSLATE_NOOP("Action", "It is tried again: it goes on at %1.");
constexpr const char *retries = QT_TRANSLATE_NOOP("Action", "It is tried again.");

/// RETRY_STEP: the same step once more, where trying again can help.
class RetryStep : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        return target.type == "batch"_L1 ? planBatch(context, target) : planOperation(context, target);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        if (planned.seen.batch)
            return applyBatch(context, planned);
        return context.commit("action.retry", planned.target, started({ QString::fromLatin1(retries) }),
                              [&](database::Transaction &transaction) {
                                  return retryOperation(context, transaction, *planned.seen.operation, isOpen(planned.seen));
                              });
    }
    bool asksTheForge() const override { return true; }

private:
    static bool isOpen(const Seen &seen) { return seen.remote && seen.remote->state == "opened"_L1; }

    static PlannedItem planBatch(ActionContext &context, const ActionTarget &target)
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        const recovery::BatchFacts &facts = seen.batch->facts;
        if (!workflow::holdsSlot(facts.status))
            return refused(target, u"OVER"_s, { QString::fromLatin1(batchOver) }, seen);
        if (facts.status == BatchStatus::Blocked && facts.failureCode == "TREE_MISMATCH"_L1)
            return refused(target, u"TREE_MISMATCH"_s, { QString::fromLatin1(needsAlign) }, seen);
        if (facts.status == BatchStatus::Blocked && facts.failureCode == workflow::blockedByPerson)
            return refused(target, u"BLOCKED_BY_PERSON"_s, { QString::fromLatin1(isPersons) }, seen);
        const QStringList number { QString::number(facts.id.value()) };
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldRetryBatch), number }, seen);
        item.after.insert(u"status"_s, u"RUNNING"_s);
        item.writes = { u"merge_batch.status = 1"_s, u"workflow_task: due now, its tries counted anew"_s };
        return item;
    }

    static ActionOutcome applyBatch(const ActionContext &context, const PlannedItem &planned)
    {
        const BatchSight &sight = *planned.seen.batch;
        const QString number = QString::number(sight.facts.id.value());
        return context.commit("action.retry_batch", planned.target, started({ QString::fromLatin1(retriesBatch), { number } }),
                              [&](database::Transaction &transaction) {
                                  if (!context.moveBatch(transaction, sight, { .status = BatchStatus::Running }, u"retried"_s))
                                      return false;
                                  transaction.affect(
                                      sql::operations::reset_tries,
                                      { { "kind", workflow::text(nameOf(TaskKind::AdvanceBatch)) }, { "ref", number } });
                                  TaskQueue::enqueue(transaction, TaskKind::AdvanceBatch, number);
                                  return true;
                              });
    }

    static PlannedItem planOperation(ActionContext &context, const ActionTarget &target)
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.isInActiveBatch())
            return refused(target, u"MEMBER_OF_BATCH"_s,
                           { QString::fromLatin1(inBatch), { QString::number(facts.batch->id.value()) } }, seen);
        if (recovery::rowOf(facts.pair.step).code == recovery::DiagnosisCode::PipelineFailed)
            return refused(target, u"PIPELINE_FAILED"_s, { QString::fromLatin1(sameAgain) }, seen);
        const bool isUnderWay = recovery::rowOf(facts.pair.step).turn == recovery::Turn::Service
            && facts.pair.step != workflow::Step::ApprovalSendPending;
        if (isUnderWay && !workflow::isFinal(facts.pair))
            return alreadyFine(target, u"UNDER_WAY"_s, { QString::fromLatin1(worksAlready) }, seen);
        if (facts.mergeRequest) {
            seen.remote = context.remote(*seen.operation);
            if (!seen.remote)
                return ActionContext::forgeAway(target, seen);
            if (seen.remote->state == "merged"_L1)
                return refused(target, u"REMOTE_MERGED"_s, { QString::fromLatin1(remoteMerged) }, seen);
        }
        return retrying(target, seen);
    }

    static PlannedItem retrying(const ActionTarget &target, const Seen &seen)
    {
        const recovery::OperationFacts &facts = seen.operation->facts;
        const auto way = retryWay(facts.pair, facts.flow, facts.isApproved, isOpen(seen));
        if (!way)
            return refused(target, u"NOTHING_TO_RETRY"_s, { QString::fromLatin1(noRetry) }, seen);
        const bool couldLand = seen.remote && seen.remote->state != "closed"_L1 && seen.remote->state != "absent"_L1;
        if (way->then == RetryWay::Then::WaitForBatch && couldLand)
            return refused(target, u"REMOTE_OPEN"_s, { QString::fromLatin1(remoteOpen), { seen.remote->state } }, seen);
        const auto to = workflow::next(facts.pair, way->event);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldRetry), { workflow::text(nameOf(to->step)) } }, seen);
        item.after.insert(u"step"_s, int(to->step));
        item.after.insert(u"bindingStatus"_s, workflow::text(nameOf(to->status)));
        item.writes = { u"operation.step_status = %1"_s.arg(int(to->step)),
                        u"binding.status = '%1'"_s.arg(workflow::text(nameOf(to->status))) };
        item.writes.append(way->then == RetryWay::Then::WaitForBatch ? u"merge_batch_request: a waiting row"_s
                                                                     : u"workflow_task: due now"_s);
        if (facts.mergeRequest)
            item.remoteCalls = RemoteReader::calls(facts.mergeRequest);
        return item;
    }

    static bool retryOperation(const ActionContext &context, database::Transaction &transaction, const OperationSight &sight,
                               bool isMergeRequestOpen)
    {
        const recovery::OperationFacts &facts = sight.facts;
        const auto way = retryWay(facts.pair, facts.flow, facts.isApproved, isMergeRequestOpen);
        if (!way)
            return false;
        if (way->then == RetryWay::Then::WaitForBatch)
            return queueAgain(context, transaction, { facts.id, facts.pair, sight.version });
        if (!context.moveOperation(transaction, sight, way->event, u"retried"_s))
            return false;
        // What begins anew is built anew: an earlier head would be taken for the present one.
        transaction.affect(way->event == workflow::Event::RetryCreate ? sql::operations::begin_anew
                                                                      : sql::operations::clear_failure,
                           { { "operation", facts.id.value() } });
        if (way->then == RetryWay::Then::AskApproval)
            TaskQueue::enqueue(transaction, TaskKind::SendApproval, facts.id.value());
        else
            enqueueOperation(transaction, facts.id);
        return true;
    }
};

} // namespace

const RecoveryAction *retryStep()
{
    static const RetryStep action;
    return &action;
}

} // namespace slipway::operations
