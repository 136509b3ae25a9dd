// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/actioncontext.h"

#include <variant>

namespace slipway::operations {

/// What an action is about to be done to, or the plan that says why not: no such thing, or not the version the person saw.
std::variant<BatchSight, PlannedItem> batchAt(ActionContext &context, const ActionTarget &target);
std::variant<OperationSight, PlannedItem> operationAt(ActionContext &context, const ActionTarget &target);

/// The plan of an action that would be done.
PlannedItem wouldDo(const ActionTarget &target, Sentence sentence, const Seen &seen);

/// The task that moves a request with a merge request of its own.
void enqueueOperation(database::Transaction &transaction, const OperationId &operation);

/// What the search for its proof of deployment is filed under.
QString proofReference(const recovery::OperationFacts &facts);

} // namespace slipway::operations
