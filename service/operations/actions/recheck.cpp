// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::TaskKind;

constexpr const char *overNow = QT_TRANSLATE_NOOP("Action", "It is over; there is nothing left to look at.");
constexpr const char *wouldLook =
    QT_TRANSLATE_NOOP("Action", "GitLab is read now; whatever works on it looks again at once. Nothing else is changed.");
constexpr const char *wouldAsk = QT_TRANSLATE_NOOP("Action", "The approval system is asked now. Nothing else is changed.");
constexpr const char *looked = QT_TRANSLATE_NOOP("Action", "Read. Its page shows what GitLab says.");
constexpr const char *looksNow = QT_TRANSLATE_NOOP("Action", "Read; whatever works on it looks again now.");

/// RE_CHECK: reads the forge (or has the approval system asked) and shows what it says.
class ReCheck : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        return target.type == "batch"_L1 ? planBatch(context, target) : planOperation(context, target);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const bool goesOn = planned.seen.batch ? workflow::holdsSlot(planned.seen.batch->facts.status)
                                               : !workflow::isPendingManual(planned.seen.operation->facts.pair.step)
                || workflow::isOutcomePending(planned.seen.operation->facts.pair.step);
        const ActionOutcome outcome =
            goesOn ? started({ QString::fromLatin1(looksNow) }) : done({ QString::fromLatin1(looked) });
        return context.commit("action.re_check", planned.target, outcome, [&](database::Transaction &transaction) {
            const Seen &seen = planned.seen;
            if (seen.remote) {
                const bool isShared = seen.operation && seen.operation->facts.isInActiveBatch();
                noteLateMerge(transaction, seen);
                keepReading(transaction, seen.batch || isShared ? u"batch"_s : u"operation"_s, referenceOf(seen), *seen.remote,
                            context.doer().account);
            }
            hasten(transaction, seen);
            return true;
        });
    }
    bool asksTheForge() const override { return true; }

private:
    static QString referenceOf(const Seen &seen)
    {
        if (seen.batch)
            return QString::number(seen.batch->facts.id.value());
        const recovery::OperationFacts &facts = seen.operation->facts;
        return facts.isInActiveBatch() ? QString::number(facts.batch->id.value()) : facts.id.value();
    }

    /// A failed batch that is merged after all is a finding until somebody takes it over.
    static void noteLateMerge(database::Transaction &transaction, const Seen &seen)
    {
        if (!seen.batch || seen.batch->facts.status != workflow::BatchStatus::Failed || seen.remote->state != "merged"_L1)
            return;
        workflow::raise(transaction,
                        { .code = u"LATE_MERGE"_s,
                          .subject = u"batch:%1"_s.arg(seen.batch->facts.id.value()),
                          .detail = workflow::detailOf(workflow::FindingSentence::MergedAfterFailure,
                                                       { seen.remote->mergeCommit, seen.remote->by }) });
    }

    static void hasten(database::Transaction &transaction, const Seen &seen)
    {
        using workflow::TaskQueue;
        if (seen.batch) {
            if (workflow::holdsSlot(seen.batch->facts.status))
                TaskQueue::enqueue(transaction, TaskKind::AdvanceBatch, QString::number(seen.batch->facts.id.value()));
            return;
        }
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.isInActiveBatch())
            TaskQueue::enqueue(transaction, TaskKind::AdvanceBatch, QString::number(facts.batch->id.value()));
        else if (workflow::isAwaitingApproval(facts.pair.step)) {
            TaskQueue::enqueue(transaction, TaskKind::SendApproval, facts.id.value());
            if (facts.mergeRequest)
                enqueueOperation(transaction, facts.id);
        } else if (facts.pair.status == workflow::Status::Merged)
            TaskQueue::enqueue(transaction, TaskKind::MatchDeploy, proofReference(facts));
        else if (facts.flow != workflow::Flow::Batched && recovery::rowOf(facts.pair.step).turn == recovery::Turn::Service)
            enqueueOperation(transaction, facts.id);
    }

    static PlannedItem look(const ActionTarget &target, Seen seen, std::optional<MergeRequestIid> mergeRequest)
    {
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldLook) }, seen);
        item.guards = {}; // Reading is right whatever happened meanwhile.
        item.writes = { u"remote_reading: what was read"_s, u"workflow_task: due now"_s };
        item.remoteCalls = RemoteReader::calls(mergeRequest);
        return item;
    }

    static PlannedItem planBatch(ActionContext &context, const ActionTarget &target)
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        if (seen.batch->facts.status == workflow::BatchStatus::Succeeded)
            return alreadyFine(target, u"OVER"_s, { QString::fromLatin1(overNow) }, seen);
        seen.remote = context.remote(*seen.batch);
        return seen.remote ? look(target, seen, seen.batch->facts.mergeRequest) : ActionContext::forgeAway(target, seen);
    }

    static PlannedItem planOperation(ActionContext &context, const ActionTarget &target)
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (workflow::isFinal(facts.pair))
            return alreadyFine(target, u"OVER"_s, { QString::fromLatin1(overNow) }, seen);
        if (workflow::isAwaitingApproval(facts.pair.step) && !facts.mergeRequest) {
            PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldAsk) }, seen);
            item.guards = {};
            item.writes = { u"workflow_task: due now"_s };
            item.remoteCalls = { u"GET the approval form"_s };
            return item;
        }
        if (facts.mergeRequest || !seen.operation->branch.isEmpty()) {
            seen.remote = context.remote(*seen.operation);
            if (!seen.remote)
                return ActionContext::forgeAway(target, seen);
        }
        return look(target, seen, facts.mergeRequest);
    }
};

} // namespace

const RecoveryAction *reCheck()
{
    static const ReCheck action;
    return &action;
}

} // namespace slipway::operations
