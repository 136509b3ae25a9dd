// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/flow.h"
#include "shared/workflow/transitions.h"

#include <optional>

namespace slipway::operations {

/// How a failed request is tried again.
struct RetryWay {
    workflow::Event event;
    enum class Then : quint8 { AskApproval, Advance, WaitForBatch } then;
};

/// By the table of transitions: where the retry leads depends on where it failed, on the flow, on the approval and on whether its merge
/// request is still open. Nothing: this pair is not retried (also what would fail in the same way again). Pure.
std::optional<RetryWay> retryWay(workflow::Pair pair, workflow::Flow flow, bool isApproved, bool isMergeRequestOpen);

} // namespace slipway::operations
