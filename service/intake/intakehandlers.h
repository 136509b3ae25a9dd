// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"

/// What people ask of the front of the house: hand a change request in, follow it, list one's own, see what may be
/// asked for. Each runs on a worker thread, answers or throws Error; none of them talks to the forge or the approval
/// system.
namespace slipway::intake {

/// POST /api/v1/changes: one request, or {items: [up to 100]} with one outcome each. Stores the attempt, its binding
/// and the task that asks for approval in one transaction, or nothing. The same key with the same content gets the
/// first answer again.
Reply submitChange(Services &services, const Request &request);

/// GET /api/v1/changes/{operationId} with afterVersion and waitMs (up to 25,000): one request with its timeline and
/// what to do next. Requester, subject, approvers of the target and ops.read may read it; for everybody else it does
/// not exist.
Reply getChange(Services &services, const Request &request);

/// POST /api/v1/changes/{operationId}/withdraw with {reason?}: takes a request back, at whatever stage it is. What has landed is 409 with
/// its state; a member of a batch leaves as soon as the batch allows; a repeat gets the same answer. For requester and subject.
Reply withdrawChange(Services &services, const Request &request);

/// GET /api/v1/changes: the caller's own (requester or subject), newest first, by keyset.
Reply listChanges(Services &services, const Request &request);

/// POST /api/v1/changes/preview: what a submission would write, with what stands there now, requests in its way and what else deserves a
/// word. Stores nothing and reserves nothing. What the client did wrong is refused as by a submission.
Reply previewChange(Services &services, const Request &request);

/// GET /api/v1/bindings: the caller's grants in force, by target, by keyset.
Reply listGrants(Services &services, const Request &request);

/// GET /api/v1/targets: what may be asked for, in the caller's language. The route is bare: an array.
Reply listTargets(Services &services, const Request &request);

/// GET /api/v1/session: who the caller is and whether new requests are accepted from them now.
Reply showSession(Services &services, const Request &request);

} // namespace slipway::intake
