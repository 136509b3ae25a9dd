// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/operation.h"

namespace slipway::console {

/// Lets rows that say the same share the memory it is said in: a long list names few people, targets and states, and each answer of the
/// service brings all of them anew. GUI thread.
void shareTexts(protocol::OperationSummary &row);

} // namespace slipway::console
