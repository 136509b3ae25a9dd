// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

namespace slipway::database {

class Session;

/// What the driver must be told before it opens a session.
QString connectOptions(const Settings &settings);

/// What every session is told after it is open; the driver has no hook for it. Proves once per process that the server
/// counts found rows, because the driver accepts a mis-spelt option with a warning. Throws DatabaseError, or Error
/// where a proof fails.
void setUpSession(Session &session);

} // namespace slipway::database
