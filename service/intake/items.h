// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"

#include <QJsonArray>

namespace slipway::intake {

/// The list of a body {items: […]} with 1 to 100 entries and nothing beside it. Throws Error(InvalidRequest) that names all that is
/// wrong with it; the entries themselves are not looked at.
QJsonArray itemsOf(const Request &request);

} // namespace slipway::intake
