// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/round.h"
#include "service/database/transaction.h"
#include "service/workflow/batchprogress.h"

namespace slipway::batching {

/// Hard upper bound of one claim, whatever the configuration says: beyond it transactions get long.
inline constexpr int claimCeiling = 1000;

struct ClaimLimits {
    int requests = 200;
    int files = 400; ///< One file per request, so the smaller of the two counts.
};

/// Takes the partition's free slot and the waiting requests with it, in one transaction of which the database itself is the judge: the
/// unique slot admits one batch, the guarded update admits each request once. Other claimers get SlotOccupied, never an error.
RoundAnswer claim(database::Connection &connection, const workflow::BatchProgress &progress, const PartitionKey &partition,
                  const ClaimLimits &limits, const workflow::Because &because);

} // namespace slipway::batching
