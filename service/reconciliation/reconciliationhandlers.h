// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"

namespace slipway::reconciliation {

/// POST /callbacks/deploy, signed: what the deploy pipeline says. Stored for good before it is answered; what it proves is found by
/// tasks, at once for what it names exactly.
Reply receiveDeploy(Services &services, const Request &request);

} // namespace slipway::reconciliation
