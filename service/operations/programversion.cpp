// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/programversion.h"

namespace slipway::operations {

QString programVersion() { return QStringLiteral(SLIPWAY_VERSION); }

} // namespace slipway::operations
