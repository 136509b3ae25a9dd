// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/intake/intakestore.h"
#include "shared/protocol/change.h"

namespace slipway::intake {

/// One request as lists show it; the page of one request adds guidance, merge request and timeline.
protocol::ChangeSummary summaryOf(const ChangeRow &change);

} // namespace slipway::intake
