// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "service/workflow/text.h"
#include "shared/workflow/landingfailure.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::LandingFailure;
using workflow::Phase;

constexpr const char *isOver = QT_TRANSLATE_NOOP("Action", "The batch is over; its slot is free.");
constexpr const char *isSettling = QT_TRANSLATE_NOOP("Action", "The batch is being settled already.");
constexpr const char *hasLanded =
    QT_TRANSLATE_NOOP("Action", "The batch has landed: it cannot fail any more. Take over what GitLab says instead.");
constexpr const char *undecided =
    QT_TRANSLATE_NOOP("Action", "GitLab has not decided yet: its merge request is locked and may still merge. Wait.");
constexpr const char *wouldSettle =
    QT_TRANSLATE_NOOP("Action",
                      "Merge request is %1. It is closed if it is open and read again: if it merged meanwhile, the batch "
                      "succeeds, else batch and members fail. This is the only way to free the slot.");
constexpr const char *settles = QT_TRANSLATE_NOOP("Action", "Batch %1 is being settled.");

/// SETTLE_FAILED: hands the batch to the engine's own settle step, which closes, reads again, and lets a merge win.
class SettleFailed : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        const recovery::BatchFacts &facts = seen.batch->facts;
        if (!workflow::holdsSlot(facts.status))
            return alreadyFine(target, u"OVER"_s, { QString::fromLatin1(isOver) }, seen);
        if (facts.phase == Phase::Verify)
            return refused(target, u"LANDED"_s, { QString::fromLatin1(hasLanded) }, seen);
        if (facts.phase == Phase::Settling && facts.status == BatchStatus::Running)
            return alreadyFine(target, u"SETTLING"_s, { QString::fromLatin1(isSettling) }, seen);
        seen.remote = context.remote(*seen.batch);
        if (!seen.remote)
            return ActionContext::forgeAway(target, seen);
        if (seen.remote->state == "merged"_L1)
            return refused(target, u"REMOTE_MERGED"_s, { QString::fromLatin1(hasLanded) }, seen);
        if (seen.remote->state == "locked"_L1)
            return refused(target, u"REMOTE_LOCKED"_s, { QString::fromLatin1(undecided) }, seen);
        return settling(context, target, seen);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const BatchSight &sight = *planned.seen.batch;
        const QString number = QString::number(sight.facts.id.value());
        return context.commit("action.settle", planned.target, started({ QString::fromLatin1(settles), { number } }),
                              [&](database::Transaction &transaction) {
                                  const bool moved = context.moveBatch(
                                      transaction, sight,
                                      { .status = BatchStatus::Running,
                                        .phase = Phase::Settling,
                                        .failureCode = workflow::text(rowOf(LandingFailure::SettledByOperator).code),
                                        .message = context.doer().reason },
                                      u"settled as failed"_s);
                                  if (moved)
                                      workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceBatch, number);
                                  return moved;
                              });
    }
    bool asksTheForge() const override { return true; }

private:
    static PlannedItem settling(const ActionContext &context, const ActionTarget &target, const Seen &seen)
    {
        const bool isOpen = seen.remote->state == "opened"_L1;
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldSettle), { seen.remote->state } }, seen);
        item.after.insert(u"phase"_s, u"SETTLING"_s);
        item.writes = { u"merge_batch: RUNNING, SETTLING"_s,
                        u"then merge_batch.status = 3, members 10204, merge_batch_request deleted"_s };
        if (isOpen) {
            const QString path = u"merge_requests/%1"_s.arg(seen.remote->mergeRequest->value());
            item.remoteCalls = { u"POST %1/cancel_merge_when_pipeline_succeeds"_s.arg(path), u"PUT %1 close"_s.arg(path),
                                 u"GET %1"_s.arg(path) };
        }
        item.needsSecond = isOpen && context.asksForTwo();
        return item;
    }
};

} // namespace

const RecoveryAction *settleFailed()
{
    static const SettleFailed action;
    return &action;
}

} // namespace slipway::operations
