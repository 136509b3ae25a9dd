// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/forge/forge.h"

namespace slipway::mergerequest {

/// Endings that several steps of a batch share. Each is one fenced transaction and returns what becomes of the task.

/// The forge says merged: members MERGED, the batch goes on to verify what landed. An early deploy callback is honoured at once.
Next land(StepContext &context, const forge::MergeRequest &mergeRequest);

/// The one who holds the slot stays, with its reason, until it can go on or a person decides.
Next block(StepContext &context, const QString &code, const QString &reason, std::chrono::milliseconds lookAgain);

/// The merge request shows another head than ours. After a push of our own it does so for seconds while the branch itself already
/// tells the truth: then the step looks again. Otherwise somebody pushed, and the batch is rebuilt from its members.
Next foreignHead(StepContext &context, const forge::Project &project, const forge::MergeRequest &mergeRequest);

/// A person closed it: members keep their place, nobody has to submit again.
Next closedByPerson(StepContext &context, const forge::MergeRequest &mergeRequest);

} // namespace slipway::mergerequest
