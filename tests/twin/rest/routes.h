// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/rest/call.h"

/// The interface of the API port, one list per subject. A new endpoint is one function and one line in one of these.
namespace slipway::twin::routes {

QList<Operation> meta();
QList<Operation> branches();
QList<Operation> commits();
QList<Operation> files();
QList<Operation> mergeRequests();
QList<Operation> merging();
QList<Operation> pipelines();
QList<Operation> approvalSystem();
QList<Operation> git();

} // namespace slipway::twin::routes
