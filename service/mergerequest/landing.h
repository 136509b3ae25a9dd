// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/forge/forge.h"

namespace slipway::mergerequest {

/// Endings that several steps of a landing share. Each is one fenced transaction and returns what becomes of the task.

/// The forge says merged: everybody in it is MERGED, the landing goes on to verify what landed. An early deploy callback is honoured
/// at once.
Next land(StepContext &context, const forge::MergeRequest &mergeRequest);

/// The merge request shows another head than ours. After a push of our own it does so for seconds while the branch itself already
/// tells the truth: then the step looks again. Otherwise somebody pushed: a batch is rebuilt from its members, a request that was
/// approved for other content fails.
Next foreignHead(StepContext &context, const forge::Project &project, const forge::MergeRequest &mergeRequest);

/// A person closed it: members of a batch keep their place, nobody has to submit again; a single request fails and says so.
Next closedByPerson(StepContext &context, const forge::MergeRequest &mergeRequest);

} // namespace slipway::mergerequest
