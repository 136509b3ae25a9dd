// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/server.h"
#include "tests/twin/behaviour/hookpoints.h"
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
    /// The route with the people who step in before and after it.
    Task<httpserver::Reply> run(const Operation &operation, Call &call);
    HookPoint pointOf(const Operation &operation, const Call &call) const;
    void sign(httpserver::Reply &reply, qint64 journal, std::chrono::steady_clock::time_point since) const;
    qint64 openJournal(const Operation &operation, const httpserver::Request &request);
    FaultSubject subjectOf(const Operation &operation, const Call &call) const;

    Twin &m_twin;
    std::shared_ptr<httpserver::Router> m_router;
};

} // namespace slipway::twin
