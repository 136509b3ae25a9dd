// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/tidy/sourcefile.h"

namespace slipway::tidy {

/// shared <- database <- workflow <- contract <- stages <- {engine, http} <- application; shared <- console.
/// Stages never include each other; httpserver, outbound and forge know no stage, no database and no state.
Complaints includesInTheRightDirection(const SourceFile &file);

} // namespace slipway::tidy
