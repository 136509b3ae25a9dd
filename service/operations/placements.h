// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "shared/catalogue/catalogue.h"

namespace slipway::operations {

/// Every target that holds grants, with the partition whose repository holds their files. Throws DatabaseError.
QList<catalogue::Placement> placementsOf(database::Connection &connection);

} // namespace slipway::operations
