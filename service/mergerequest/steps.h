// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

namespace slipway::mergerequest {

/// The steps of a landing from its pushed branch to its end, one for each phase. All are re-entrant: each reads the forge first.

/// BUILDING: adopts or creates the one merge request of the landing's branch.
Next openMergeRequest(StepContext &context);
/// PIPELINE and REVALIDATING: waits for the pipeline of the exact head.
Next followPipeline(StepContext &context);
/// APPROVING: both reviewer bots approve the gated head, each by itself.
Next approveByBots(StepContext &context);
/// MERGING: enters the merge gate and merges the gated head, at most one request in flight.
Next mergeGatedHead(StepContext &context);
/// VERIFY: the landed tree must be the validated tree.
Next verifyLanding(StepContext &context);
/// SETTLING of a batch: closes, reads again; merged wins, else the batch fails and its members with it.
Next settleBatch(StepContext &context);
/// A single request that shall not land, or whose earlier merge request stands in the way of a new try: closes, reads again; merged wins.
Next closeRequest(StepContext &context);
/// A single request whose merge request nothing of ours moves at present (people decide, or it failed): notices what people do to it.
Next watchMergeRequest(StepContext &context);
/// After the end of a landing: the branch goes, unless its merge request is open again or it holds somebody else's work.
Next cleanBranch(StepContext &context);

} // namespace slipway::mergerequest
