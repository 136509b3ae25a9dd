// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

namespace slipway::approval {

/// 10401 and 10504: brings the form to the approval system exactly once, asking before it sends again. While the form is open it asks
/// at long intervals, so that a lost callback delays a decision and never loses it.
Next sendApproval(StepContext &context);

/// It cannot be sent: the request fails with that.
void giveUpSending(StepContext &context, const QString &reason);

} // namespace slipway::approval
