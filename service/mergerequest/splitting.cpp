// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/splitting.h"

namespace slipway::mergerequest {

std::vector<SplitGroup> halvesOf(const std::vector<qint64> &rows, std::optional<int> lowest)
{
    const int before = lowest.value_or(0);
    if (rows.size() < 2)
        return { { before - 1, rows } };
    const auto middle = rows.begin() + qsizetype((rows.size() + 1) / 2);
    return { { before - 2, { rows.begin(), middle } }, { before - 1, { middle, rows.end() } } };
}

} // namespace slipway::mergerequest
