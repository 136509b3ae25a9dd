// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/log.h"

namespace slipway::twin {

Q_LOGGING_CATEGORY(logTwin, "slipway.twin", QtInfoMsg)

} // namespace slipway::twin
