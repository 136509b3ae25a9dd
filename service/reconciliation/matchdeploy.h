// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

namespace slipway::reconciliation {

/// MERGED: looks for the proof that a batch's merge is deployed, until every member has one. Runs at once after the merge (a callback
/// may have been early), whenever the deploy pipeline says something, and else at growing intervals, so that a lost callback converges.
/// Past reconcile.maxAgeMs the members are DEPLOY_PENDING: a person is asked, and reading goes on.
Next matchDeploy(StepContext &context);

} // namespace slipway::reconciliation
