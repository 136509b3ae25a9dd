// SPDX-License-Identifier: GPL-3.0-only
#include "shared/workflow/transitions.h"

// The checks stand here, not in the header, so that they cost one translation unit and not every one.
namespace slipway::workflow::check {

static_assert(isDeterministic(), "two rows lead from one pair on one event");
static_assert(leadsOnlyToLegalPairs(), "a row leads to a pair that is not in the table, or back to where it came from");
static_assert(onlyFinalPairsAreDeadEnds(), "a live pair has no way out, or a final one has");
static_assert(everyPairIsReachable(), "a pair can never be entered");
static_assert(everyEventIsUsed(), "an event leads nowhere, or is both a birth and a transition");
static_assert(everyStepStandsInAPair(), "a step stands in no pair");

} // namespace slipway::workflow::check
