// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

#include <QString>

namespace slipway::mergerequest {

/// Why the gate did not let the landing in; empty when it did. One holder per partition at a time, by a lease that expires: from rebase to
/// merge nobody else of ours moves the target. Pause, halt and freeze let no new holder in.
QString enterMergeGate(StepContext &context);

} // namespace slipway::mergerequest
