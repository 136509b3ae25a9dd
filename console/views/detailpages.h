// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/views/listpage.h"

/// The pages whose rows open into a whole view beside the table.
namespace slipway::console {

/// All batches, newest first.
std::unique_ptr<ListPage> batchesPage(Session &session);
/// All requests, newest first.
std::unique_ptr<ListPage> requestsPage(Session &session);
/// The requests that wait for a person, the longest first: why, since when, what next, and what happens if nothing is done.
std::unique_ptr<ListPage> pendingPage(Session &session);

} // namespace slipway::console
