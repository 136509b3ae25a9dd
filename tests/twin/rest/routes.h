// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/rest/call.h"

/// The interface of the API port, one list per subject. A new endpoint is one function and one line in one of these.
namespace slipway::twin::routes {

QList<Operation> meta();
QList<Operation> projects();
QList<Operation> branches();
QList<Operation> protectedBranches();
QList<Operation> commits();
QList<Operation> comparing();
QList<Operation> files();
QList<Operation> mergeRequests();
QList<Operation> mergeRequestLists();
QList<Operation> merging();
QList<Operation> reviews();
QList<Operation> discussions();
QList<Operation> pipelines();
QList<Operation> approvalSystem();
QList<Operation> hooks();
QList<Operation> cards();
QList<Operation> permission();
QList<Operation> git();

} // namespace slipway::twin::routes
