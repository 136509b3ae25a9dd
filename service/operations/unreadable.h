// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

namespace slipway::operations {

/// A finding for maintainers: another system signs what it sends and sends what nobody here can read, so that what it meant to say is
/// lost until somebody mends it there. One for each route, with the last of them in words. Throws DatabaseError.
void noteUnreadable(database::Connection &connection, const QString &route, const QString &problem, const QString &traceId);

} // namespace slipway::operations
