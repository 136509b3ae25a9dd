// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::Event;
using workflow::Flow;

constexpr const char *isClosed = QT_TRANSLATE_NOOP("Action", "The request is over already.");
constexpr const char *hasLanded = QT_TRANSLATE_NOOP("Action", "It has landed; what has landed cannot be closed.");
constexpr const char *inBatch = QT_TRANSLATE_NOOP(
    "Action", "It is a member of batch %1, which is active: it can only leave with it. Settle the batch first.");
constexpr const char *stillWaits =
    QT_TRANSLATE_NOOP("Action", "It still waits for its approval or its batch: whoever asked for it can withdraw it.");
constexpr const char *isClosing = QT_TRANSLATE_NOOP("Action", "It is being closed already.");
constexpr const char *remoteOpen =
    QT_TRANSLATE_NOOP("Action", "The merge request of its failed batch is %1 and could still land. It must be closed first.");
constexpr const char *remoteMerged =
    QT_TRANSLATE_NOOP("Action", "Its merge request was merged. Take over what GitLab says instead.");
constexpr const char *wouldClose = QT_TRANSLATE_NOOP("Action", "The request is closed for good; its requester may ask again.");
constexpr const char *wouldCloseRemote =
    QT_TRANSLATE_NOOP("Action", "Its merge request is closed and read again, then the request; its requester may ask again.");
constexpr const char *closedNow = QT_TRANSLATE_NOOP("Action", "The request is closed.");
constexpr const char *closing = QT_TRANSLATE_NOOP("Action", "The request is being closed.");

/// CLOSE_REQUEST: ends what nobody will recover, so that it can be asked for anew.
class CloseRequest : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.pair.status == workflow::Status::Merged || facts.pair.status == workflow::Status::Validated)
            return refused(target, u"LANDED"_s, { QString::fromLatin1(hasLanded) }, seen);
        if (workflow::isFinal(facts.pair))
            return alreadyFine(target, u"CLOSED"_s, { QString::fromLatin1(isClosed) }, seen);
        if (facts.isInActiveBatch())
            return refused(target, u"MEMBER_OF_BATCH"_s,
                           { QString::fromLatin1(inBatch), { QString::number(facts.batch->id.value()) } }, seen);
        if (facts.pair.step == workflow::Step::CloseStarted)
            return alreadyFine(target, u"CLOSING"_s, { QString::fromLatin1(isClosing) }, seen);
        if (!workflow::next(facts.pair, Event::CloseRequested))
            return refused(target, u"STILL_WAITS"_s, { QString::fromLatin1(stillWaits) }, seen);
        return hasOwnMergeRequest(facts) ? closingRemotely(target, seen) : closingHere(context, target, seen);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const OperationSight &sight = *planned.seen.operation;
        const bool isRemote = hasOwnMergeRequest(sight.facts);
        return context.commit("action.close", planned.target,
                              isRemote ? started({ QString::fromLatin1(closing) }) : done({ QString::fromLatin1(closedNow) }),
                              [&](database::Transaction &transaction) {
                                  if (!context.moveOperation(transaction, sight, Event::CloseRequested, u"closed"_s))
                                      return false;
                                  if (isRemote) {
                                      enqueueOperation(transaction, sight.facts.id);
                                      return true;
                                  }
                                  // Nothing of it is open anywhere: both steps at once.
                                  return context.progress().states().move(transaction, sight.facts.id,
                                                                          Event::MergeRequestReadClosed,
                                                                          context.because(u"nothing to close"_s))
                                      == workflow::Moved::Flipped;
                              });
    }
    bool asksTheForge() const override { return true; }

private:
    static bool hasOwnMergeRequest(const recovery::OperationFacts &facts)
    {
        return facts.flow != Flow::Batched && facts.pair.step != workflow::Step::CreateOverloaded
            && facts.pair.step != workflow::Step::ApprovalOverloaded
            && !(facts.pair.step == workflow::Step::ApprovalSendFailed && !facts.mergeRequest);
    }

    static PlannedItem closingRemotely(const ActionTarget &target, const Seen &seen)
    {
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldCloseRemote) }, seen);
        item.after.insert(u"step"_s, 10202);
        item.writes = { u"operation.step_status = 10201"_s, u"then 10202 CLOSED once its merge request is read closed"_s };
        item.remoteCalls = { u"GET the merge request of its branch"_s, u"PUT close, where it is open"_s, u"GET it again"_s };
        return item;
    }

    static PlannedItem closingHere(const ActionContext &context, const ActionTarget &target, Seen seen)
    {
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.batch && facts.mergeRequest) {
            seen.remote = context.remote(*seen.operation);
            if (!seen.remote)
                return ActionContext::forgeAway(target, seen);
            if (seen.remote->state == "merged"_L1)
                return refused(target, u"REMOTE_MERGED"_s, { QString::fromLatin1(remoteMerged) }, seen);
            if (seen.remote->state != "closed"_L1 && seen.remote->state != "absent"_L1)
                return refused(target, u"REMOTE_OPEN"_s, { QString::fromLatin1(remoteOpen), { seen.remote->state } }, seen);
        }
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldClose) }, seen);
        item.after.insert(u"step"_s, 10202);
        item.after.insert(u"bindingStatus"_s, u"CLOSED"_s);
        item.writes = { u"operation.step_status = 10201, then 10202"_s, u"binding.status = 'CLOSED'"_s };
        return item;
    }
};

} // namespace

const RecoveryAction *closeRequest()
{
    static const CloseRequest action;
    return &action;
}

} // namespace slipway::operations
