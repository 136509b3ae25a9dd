// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/runitem.h"

namespace slipway::console {

/// What would be done to one target, literally as the service has planned it.
QString planText(const RunItem &item);

} // namespace slipway::console
