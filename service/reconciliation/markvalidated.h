// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"
#include "service/workflow/statemover.h"

namespace slipway::reconciliation {

/// Who landed together: the members of a batch, or one request on its own.
struct LandedSet {
    std::optional<BatchId> batch;
    OperationId operation;
};

/// From a deploy.match task's reference.
LandedSet landedSetOf(const QString &reference);

/// The one place where what has landed becomes VALIDATED, its deploy failed or stays unproven, for the callback and for reconciliation
/// alike. Only members that the event leads on from where they stand move; the number says how many this very call flipped.
int markLanded(database::Transaction &transaction, const workflow::StateMover &states, const LandedSet &landed,
               workflow::Event event, const workflow::Because &because);

} // namespace slipway::reconciliation
