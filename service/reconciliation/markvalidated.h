// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"
#include "service/workflow/statemover.h"

namespace slipway::reconciliation {

/// The one place where what has landed becomes VALIDATED (or its deploy failed), for the callback and for reconciliation alike. Only
/// members that still await their proof move; the number says how many this very call flipped.
int markMembers(database::Transaction &transaction, const workflow::StateMover &states, BatchId batch, bool succeeded,
                const workflow::Because &because);

} // namespace slipway::reconciliation
