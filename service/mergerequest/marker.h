// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/batchrow.h"

#include <QString>

namespace slipway::mergerequest {

/// The trailer that says whose a commit or merge request is: "Slipway-Batch: <partition>/<id> <branch>".
QString markerOf(const workflow::BatchRow &batch);

} // namespace slipway::mergerequest
