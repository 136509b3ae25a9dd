// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"

namespace slipway::mergerequest {

/// POST /callbacks/gitlab: a hint only. Makes the task of the batch it speaks of due now; whatever it says is read from GitLab again.
Reply receiveForgeHook(Services &services, const Request &request);

} // namespace slipway::mergerequest
