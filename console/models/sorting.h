// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/rowsmodel.h"

#include <vector>

namespace slipway::console {

/// \a rows in the order of their keys, which are numbers or texts; equals stay as they stood before in the source, and great and small
/// letters count as the same. For any thread.
std::vector<int> sorted(std::vector<int> rows, const std::vector<SortKey> &keys, Qt::SortOrder order);

} // namespace slipway::console
