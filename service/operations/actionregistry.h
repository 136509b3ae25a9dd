// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/recoveryaction.h"
#include "shared/recovery/action.h"

namespace slipway::operations {

/// The action of that name in this version; null for one that is known but not offered yet.
const RecoveryAction *actionFor(recovery::Action action);

/// One class each, in a file of its own below actions/.
const RecoveryAction *reCheck();
const RecoveryAction *retryStep();
const RecoveryAction *alignWithRemote();
const RecoveryAction *settleFailed();
const RecoveryAction *block();
const RecoveryAction *unblock();
const RecoveryAction *requeueMembers();
const RecoveryAction *confirmPipeline();
const RecoveryAction *closeRequest();
const RecoveryAction *markValidated();
const RecoveryAction *reconcileNow();
const RecoveryAction *runRound();
const RecoveryAction *pausePartition();
const RecoveryAction *resumePartition();
const RecoveryAction *remind();
const RecoveryAction *confirmAction();
const RecoveryAction *rejectAction();

} // namespace slipway::operations
