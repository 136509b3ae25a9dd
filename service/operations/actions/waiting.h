// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/actions/targets.h"

namespace slipway::operations {

/// Those who left a failed batch, or were put back into line by it.
std::vector<SeenMember> failedMembers(database::Connection &connection, BatchId batch);

/// Puts an approved request that failed back into line, at the place it had. False: it moved on since it was read, nothing may be
/// committed.
bool queueAgain(const ActionContext &context, database::Transaction &transaction, const SeenMember &member);

} // namespace slipway::operations
