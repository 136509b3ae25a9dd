// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace slipway::mergerequest {

/// Waiting rows that run as one batch, before every group with a greater number and before those without one.
struct SplitGroup {
    int number = 0;
    std::vector<qint64> rows; ///< In the order in which they wait.
};

/// Pure. Into which groups the members of a batch go that failed and may hold a culprit: two halves, the larger first; a lone member,
/// whose company left it, runs once more alone. \a lowest is the lowest group that waits in the partition already: the new ones come
/// before it, so that a half is searched to its end before the next one begins, and numbers begin anew when no group waits.
///
/// Each failed batch gives at most two; a culprit among n is at most ceil(log2 n) halvings deep: f culprits cost at most
/// 2 f ceil(log2 n) + 1 pipelines.
std::vector<SplitGroup> halvesOf(const std::vector<qint64> &rows, std::optional<int> lowest);

} // namespace slipway::mergerequest
