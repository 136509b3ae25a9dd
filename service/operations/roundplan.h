// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/round.h"
#include "service/operations/recoveryaction.h"

namespace slipway::operations {

/// What an operator's round would come to. Pure. What may change without changing the plan (how many wait, whether the slot is held
/// this very second) stands in no guard: the slot's own key is the guard, and meeting a held slot is an answer.
PlannedItem planRound(const ActionTarget &target, const PartitionStanding &standing);

/// What a round came to.
ActionOutcome outcomeOf(const RoundAnswer &answer);

} // namespace slipway::operations
