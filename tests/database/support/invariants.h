// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <QStringList>

namespace slipway::database {

/// Runs every statement of sql/invariants/ and answers with one line per broken rule: "i01_…: subject: problem". Empty
/// is good.
QStringList brokenInvariants(Connection &connection);

} // namespace slipway::database
