// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QLoggingCategory>

namespace slipway::twin {

Q_DECLARE_LOGGING_CATEGORY(logTwin)

} // namespace slipway::twin
