// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

namespace slipway::batching {

/// CLAIMED: renders the members, lets those leave that cannot be rendered or whose file was changed by hand, builds one commit on the
/// target's head and pushes the landing's branch; for a batch and for a request on its own alike. The commit is a function of the rows, so a repeated run pushes nothing new.
Next buildCommit(StepContext &context);

/// REBASING: the target moved while the pipeline ran. Builds the same members on the new head and replaces the branch, if and only if it
/// still holds the commit it had.
Next rebuildCommit(StepContext &context);

} // namespace slipway::batching
