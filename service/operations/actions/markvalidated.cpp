// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::Event;

constexpr const char *isValidated = QT_TRANSLATE_NOOP("Action", "It is VALIDATED already.");
constexpr const char *notLanded = QT_TRANSLATE_NOOP("Action", "It has not landed: nobody can vouch for its deployment.");
constexpr const char *notVerified =
    QT_TRANSLATE_NOOP("Action", "Batch %1 still compares what landed with what was validated. That comes first.");
constexpr const char *wouldVouch =
    QT_TRANSLATE_NOOP("Action", "You vouch for its deployment: it becomes VALIDATED without a word of the deploy pipeline.");
constexpr const char *vouched = QT_TRANSLATE_NOOP("Action", "It is VALIDATED on your word.");

/// MARK_VALIDATED: two persons stand in for a proof of deployment that will not come.
class MarkValidated : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.pair.status == workflow::Status::Validated)
            return alreadyFine(target, u"VALIDATED"_s, { QString::fromLatin1(isValidated) }, seen);
        if (!workflow::next(facts.pair, Event::Deployed))
            return refused(target, u"NOT_LANDED"_s, { QString::fromLatin1(notLanded) }, seen);
        if (facts.isInActiveBatch())
            return refused(target, u"BATCH_ACTIVE"_s,
                           { QString::fromLatin1(notVerified), { QString::number(facts.batch->id.value()) } }, seen);
        // The target's head is what both persons look at before they vouch.
        seen.remote = context.remote(*seen.operation);
        if (!seen.remote)
            return ActionContext::forgeAway(target, seen);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldVouch) }, seen);
        item.after.insert(u"step"_s, 10301);
        item.after.insert(u"bindingStatus"_s, u"VALIDATED"_s);
        item.writes = { u"operation.step_status = 10301"_s, u"binding.status = 'VALIDATED'"_s };
        item.remoteCalls = { u"GET the target branch's head"_s };
        item.needsSecond = context.asksForTwo();
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        return context.commit("action.mark_validated", planned.target, done({ QString::fromLatin1(vouched) }),
                              [&](database::Transaction &transaction) {
                                  return context.moveOperation(transaction, *planned.seen.operation, Event::Deployed,
                                                               u"vouched for"_s);
                              });
    }
    bool asksTheForge() const override { return true; }
};

} // namespace

const RecoveryAction *markValidated()
{
    static const MarkValidated action;
    return &action;
}

} // namespace slipway::operations
