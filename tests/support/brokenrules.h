// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <QStringList>

namespace slipway::support {

/// One line per broken rule of what the database holds: the invariants of sql/invariants/, and a history of which each step stands in
/// the transition table. Empty is good. Throws database::DatabaseError.
QStringList brokenRules(const database::Settings &settings);

} // namespace slipway::support
