// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"
#include "shared/error.h"

#include <QList>

namespace slipway::operations {

/// How many lines the reader wants on a page: ?limit=, 50 when it says nothing, at most 100. What is wrong with it is added to
/// \a problems.
int pageSizeFrom(const Request &request, QList<FieldProblem> &problems);

} // namespace slipway::operations
