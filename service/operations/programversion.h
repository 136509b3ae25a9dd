// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway::operations {

/// The version of this program, as the build names it.
QString programVersion();

} // namespace slipway::operations
