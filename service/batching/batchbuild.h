// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/batching/membercontent.h"
#include "service/contract/step.h"
#include "service/forge/forge.h"

#include <vector>

namespace slipway::batching {

/// What a batch's members come to on one base commit: pure apart from reading the base's files.
struct BatchContent {
    forge::FileChanges changes;
    std::vector<workflow::Leaving> ejected; ///< Cannot be part of the commit: cannot be rendered, or changed by hand.
    std::vector<workflow::Leaving> leaving; ///< Want no part in it any more.
    std::vector<OperationId> alreadyEffective;
    int members = 0; ///< The others.
};

/// Renders every member and compares it with the files on \a base.
BatchContent contentOn(StepContext &context, const forge::Project &project, const forge::Oid &base);

/// Commit message: title, one line for each request, the marker. The same members always give the same message.
QString commitMessage(StepContext &context);

/// Lets members leave the batch, each with its own event, in one transaction. False: somebody else moved the batch.
bool eject(StepContext &context, const std::vector<workflow::Leaving> &leaving);

} // namespace slipway::batching
