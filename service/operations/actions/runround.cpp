// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/freeze.h"
#include "service/contract/refusedtokens.h"
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "service/operations/roundplan.h"
#include "shared/catalogue/catalogue.h"
#include "shared/clock.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

/// RUN_ROUND: the same round the timer runs, without linger.
class RunRound : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        const auto catalogue = context.services().targets ? context.services().targets() : nullptr;
        const PartitionKey key(target.id);
        PartitionStanding standing = standingOf(context.database(), key);
        standing.isKnown = catalogue && catalogue->partition(key);
        standing.isFrozen = isFrozen(*context.services().config, context.services().clock->now());
        standing.refusedTokens = refusedTokens(context.services());
        return planRound(target, standing);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        // What the plan saw may be over by now: the round looks for itself, in its own transaction.
        return outcomeOf(context.services().runRound(PartitionKey(planned.target.id), context.doer().account));
    }
};

} // namespace

const RecoveryAction *runRound()
{
    static const RunRound action;
    return &action;
}

} // namespace slipway::operations
