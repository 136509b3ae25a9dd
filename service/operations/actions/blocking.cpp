// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "shared/workflow/stopreason.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::Phase;

constexpr const char *isOver = QT_TRANSLATE_NOOP("Action", "The batch is over.");
constexpr const char *isBlockedAlready = QT_TRANSLATE_NOOP("Action", "The batch is blocked already.");
constexpr const char *landedOrEnding =
    QT_TRANSLATE_NOOP("Action", "The batch has landed or is being settled; stopping it half-way would help nobody.");
constexpr const char *wouldBlock =
    QT_TRANSLATE_NOOP("Action", "Batch %1 stops where it is and keeps the slot until somebody unblocks or settles it.");
constexpr const char *isBlocked = QT_TRANSLATE_NOOP("Action", "Batch %1 is blocked.");
constexpr const char *runsAlready = QT_TRANSLATE_NOOP("Action", "The batch is running.");
constexpr const char *needsAlign =
    QT_TRANSLATE_NOOP("Action", "What landed is not what was validated: look at the difference and accept it with a reason.");
constexpr const char *wouldUnblock = QT_TRANSLATE_NOOP("Action", "Batch %1 goes on where it was, with a fresh budget.");
constexpr const char *goesOn = QT_TRANSLATE_NOOP("Action", "Batch %1 goes on.");

QStringList numberOf(const BatchSight &batch) { return { QString::number(batch.facts.id.value()) }; }

/// BLOCK: a person holds the batch where it is.
class Block : public RecoveryAction {
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
            return refused(target, u"OVER"_s, { QString::fromLatin1(isOver) }, seen);
        if (facts.status == BatchStatus::Blocked && facts.failureCode == workflow::blockedByPerson)
            return alreadyFine(target, u"BLOCKED"_s, { QString::fromLatin1(isBlockedAlready) }, seen);
        if (facts.phase == Phase::Verify || facts.phase == Phase::Settling)
            return refused(target, u"TOO_LATE"_s, { QString::fromLatin1(landedOrEnding) }, seen);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldBlock), numberOf(*seen.batch) }, seen);
        item.after.insert(u"status"_s, u"BLOCKED"_s);
        item.writes = { u"merge_batch.status = 4"_s, u"merge_batch.failure_code = 'BLOCKED_BY_PERSON'"_s };
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const BatchSight &sight = *planned.seen.batch;
        return context.commit("action.block", planned.target, done({ QString::fromLatin1(isBlocked), numberOf(sight) }),
                              [&](database::Transaction &transaction) {
                                  return context.moveBatch(transaction, sight,
                                                           { .status = BatchStatus::Blocked,
                                                             .failureCode = QString(workflow::blockedByPerson),
                                                             .message = context.doer().reason },
                                                           u"blocked"_s);
                              });
    }
};

/// UNBLOCK: the engine goes on where it was.
class Unblock : public RecoveryAction {
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
            return refused(target, u"OVER"_s, { QString::fromLatin1(isOver) }, seen);
        if (facts.status == BatchStatus::Running)
            return alreadyFine(target, u"RUNNING"_s, { QString::fromLatin1(runsAlready) }, seen);
        if (facts.phase == Phase::Verify && facts.failureCode == "TREE_MISMATCH"_L1)
            return refused(target, u"TREE_MISMATCH"_s, { QString::fromLatin1(needsAlign) }, seen);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldUnblock), numberOf(*seen.batch) }, seen);
        item.after.insert(u"status"_s, u"RUNNING"_s);
        item.writes = { u"merge_batch.status = 1"_s, u"merge_batch.rebases = 0"_s, u"workflow_task: due now"_s };
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const BatchSight &sight = *planned.seen.batch;
        // What is being settled keeps the reason it is settled for.
        const bool isSettling = sight.facts.phase == Phase::Settling;
        return context.commit("action.unblock", planned.target, started({ QString::fromLatin1(goesOn), numberOf(sight) }),
                              [&](database::Transaction &transaction) {
                                  const bool moved =
                                      context.moveBatch(transaction, sight,
                                                        { .status = BatchStatus::Running,
                                                          .failureCode = isSettling ? std::nullopt : std::optional(QString()),
                                                          .message = isSettling ? std::nullopt : std::optional(QString()) },
                                                        u"unblocked"_s);
                                  if (!moved)
                                      return false;
                                  transaction.affect(sql::operations::reset_rebases, { { "batch", sight.facts.id.value() } });
                                  workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceBatch,
                                                               QString::number(sight.facts.id.value()));
                                  return true;
                              });
    }
};

} // namespace

const RecoveryAction *block()
{
    static const Block action;
    return &action;
}

const RecoveryAction *unblock()
{
    static const Unblock action;
    return &action;
}

} // namespace slipway::operations
