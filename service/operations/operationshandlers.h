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

/// GET /ops/v1/operations with every filter; newest first. /operations/{id}: one timeline of everything, and why it waits.
Reply listOperations(Services &services, const Request &request);
Reply getOperation(Services &services, const Request &request);

/// GET /ops/v1/pending-manual: requests that wait for a person, or whose outcome is unknown; the longest first.
Reply listPendingManual(Services &services, const Request &request);

/// GET /ops/v1/attention: everything that waits for a person. The first page begins with the forge, stuck batches, closed partitions,
/// actions that await a second person, findings and configuration warnings; requests follow by pages.
Reply listAttention(Services &services, const Request &request);

/// GET /ops/v1/bindings, /approvals, /findings, /audit: lists by pages. /config: every key with what is in force here, what each
/// instance that lives takes it for, and the keys they do not agree on.
Reply listBindings(Services &services, const Request &request);
Reply listApprovals(Services &services, const Request &request);
Reply listFindings(Services &services, const Request &request);
Reply listAudit(Services &services, const Request &request);
Reply showConfig(Services &services, const Request &request);

/// GET /ops/v1/cards: interactive cards, newest first.
Reply listCards(Services &services, const Request &request);

/// GET /ops/v1/events: a stream of the ids of what changes; Last-Event-ID, or lastEventId in the query, goes on from there.
Reply followEvents(Services &services, const Request &request);

/// GET /api/openapi.json: resources/openapi.yaml as JSON. No I/O.
Reply openApi(Services &services, const Request &request);

/// GET /ops/v1/actions, newest first, and one of them with its plan and what it came to.
Reply listActions(Services &services, const Request &request);
Reply getAction(Services &services, const Request &request);

/// POST /ops/v1/actions: preview or execute a recovery action under the identity the server knows, never one the client
/// sent.
Reply postAction(Services &services, const Request &request);

} // namespace slipway::operations
