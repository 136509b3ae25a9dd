// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/workflow/taskqueue.h"
#include "shared/config/keytable.h"
#include "shared/workflow/landingfailure.h"

#include <span>

namespace slipway::engine {

/// One step, declared: when it runs, what it is called when all goes well, what it means when it cannot.
struct StepRow {
    std::string_view name;
    workflow::Some<workflow::TaskKind, 2> kinds;
    std::optional<workflow::Phase> phase; ///< Only for tasks about a landing.
    workflow::Event done; ///< What success fires.
    workflow::LandingFailure failure; ///< What a landing fails with when the step gave up. Count: it never gives up.
    void (*giveUp)(StepContext &,
                   const QString &reason); ///< The same for a step about something else; null: it never gives up.
    int attempts; ///< Tries of a failure that is not transient, before it is taken for an answer.
    KeyId budget; ///< How long it may take in all; beyond it the sweeper says so.
    StepFunction run;

    bool mayGiveUp() const { return giveUp || failure != workflow::LandingFailure::Count; }
};

/// The one table of steps.
std::span<const StepRow> stepTable();

/// The step of a task; for a batch also by the phase it is in. Null: nothing is to be done any more.
const StepRow *stepFor(workflow::TaskKind kind, std::optional<workflow::Phase> phase);

} // namespace slipway::engine
