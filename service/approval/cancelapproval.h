// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

namespace slipway::approval {

/// A request that ended while people were asked about it: takes the question back, also one that is being sent at this very moment.
/// A decision that was made meanwhile is left alone; it finds nothing any more that it could move.
Next cancelApproval(StepContext &context);

} // namespace slipway::approval
