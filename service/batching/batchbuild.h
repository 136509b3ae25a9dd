// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/batching/membercontent.h"
#include "service/contract/step.h"
#include "service/forge/forge.h"

#include <vector>

namespace slipway::batching {

/// A member that cannot be part of the commit, and why.
struct Ejected {
    Member member;
    workflow::Event event; ///< CreateFailed, CreateConflict or, at a rebuild, RebaseConflict.
    QString reason;
};

/// What a batch's members come to on one base commit: pure apart from reading the base's files.
struct BatchContent {
    forge::FileChanges changes;
    std::vector<Ejected> ejected;
    std::vector<OperationId> alreadyEffective;
    int members = 0; ///< Left after the ejected ones.
};

/// Renders every member and compares it with the files on \a base.
BatchContent contentOn(StepContext &context, const forge::Project &project, const forge::Oid &base);

/// Commit message: title, one line for each request, the marker. The same members always give the same message.
QString commitMessage(StepContext &context);

/// Lets the ejected leave the batch with failures of their own, in one transaction. False: somebody else moved the batch.
bool eject(StepContext &context, const std::vector<Ejected> &ejected);

} // namespace slipway::batching
