// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"

namespace slipway::approval {

/// POST /callbacks/approval, signed: a decision. Duplicate, stale and unknown ones are answered 200 and change nothing.
Reply receiveDecision(Services &services, const Request &request);

} // namespace slipway::approval
