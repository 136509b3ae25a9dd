// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/server.h"
#include "tests/twin/rest/call.h"
#include "tests/twin/rest/faults.h"

namespace slipway::twin {

/// The API port: every request passes here, is journalled, authenticated, perhaps spoiled by a fault, and answered.
/// What a route does stands in the route's own file.
class RestApi {
public:
    explicit RestApi(Twin &twin);

    std::shared_ptr<const httpserver::Router> router() const { return m_router; }
    /// The body of an error that the HTTP server answers by itself, in GitLab's shape.
    static httpserver::Reply errorReply(int status);

private:
    Task<void> serve(Operation operation, httpserver::RequestPtr request, httpserver::Responder responder);
    Task<httpserver::Reply> answer(const Operation &operation, Call &call);
    void authenticate(const Operation &operation, Call &call) const;
    qint64 openJournal(const Operation &operation, const httpserver::Request &request);
    FaultSubject subjectOf(const Operation &operation, const Call &call) const;

    Twin &m_twin;
    std::shared_ptr<httpserver::Router> m_router;
};

} // namespace slipway::twin
