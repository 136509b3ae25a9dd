// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway::twin {

/// Why the twin cannot start, for people, and the exit code that README.md gives it.
struct StartFailure {
    int exitCode;
    QString text;
};

} // namespace slipway::twin
