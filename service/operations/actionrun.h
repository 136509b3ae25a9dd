// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/operations/actioncontext.h"
#include "service/operations/actionplan.h"

namespace slipway::operations {

/// A confirmed action on its way through its targets, one after the other: each is planned anew, tried only if the new plan is the one
/// that was confirmed, and its outcome kept before the next one begins. It may be broken off anywhere and carried on by anybody: what
/// an earlier try did is known by its audit row. On a worker thread, with that thread's connection.
class ActionRun {
public:
    /// \a row must be RUNNING. \a plans were made a moment ago by whoever confirmed it; without them everything is planned anew.
    ActionRun(Services &services, database::Connection &connection, ActionRow row, std::vector<PlannedItem> plans = {});

    /// Works off what is left and writes the end. Returns the results as stored. Throws DatabaseError: then it is carried on later.
    QJsonArray carryOn();

private:
    ActionOutcome outcomeAt(size_t index);
    ActionOutcome tryOnce(const RecoveryAction &action, const PlannedItem &planned);
    std::optional<ActionOutcome> earlierOutcome(const ActionTarget &target);

    Services &m_services;
    database::Connection &m_connection;
    ActionRow m_row;
    std::vector<PlannedItem> m_plans;
    ActionContext m_context;
};

/// The engine's step for actions that are worked off in the background, and for those whose process died.
Next runAction(StepContext &context);

/// Makes the task of an action due after \a delay.
void enqueueRun(database::Transaction &transaction, const QString &actionId, std::chrono::milliseconds delay);

/// Ends the actions nobody confirmed in time. Returns how many.
int expireActions(Services &services, database::Connection &connection);

} // namespace slipway::operations
