// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"

/// What maintainers and the platform ask: is it alive and ready, where does everything stand, run this recovery action.
/// Each runs on a worker thread and answers or throws Error; livez and version touch neither database nor network.
namespace slipway::operations {

/// GET /livez: whether every loop of this instance did its work lately. No I/O. 200 or 503.
Reply livez(Services &services, const Request &request);

/// GET /readyz: whether new work may be sent here; no I/O. Database, schema, configuration, catalogue, not draining. GitLab
/// being away is degraded, not unready. 200 or 503; with ?verbose the data lists each check in words.
Reply readyz(Services &services, const Request &request);

/// GET /version
Reply version(Services &services, const Request &request);

/// GET /ops/v1/overview: partitions and their slots, counts and oldest age per status, loops, forge, warnings,
/// instances.
Reply overview(Services &services, const Request &request);

/// GET /ops/v1/batches with status, partition and cursor; newest first.
Reply listBatches(Services &services, const Request &request);

/// GET /ops/v1/batches/{id}: members, phases with times, remote calls.
Reply getBatch(Services &services, const Request &request);

/// GET /ops/v1/instances with cursor and limit: every process of the service, newest first, with its version, its last heartbeat and
/// what that says of it. A dead one stays in the list for a day.
Reply listInstances(Services &services, const Request &request);

/// POST /ops/v1/actions: preview or execute a recovery action under the identity the server knows, never one the client
/// sent.
Reply postAction(Services &services, const Request &request);

} // namespace slipway::operations
