// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"
#include "service/http/routes.h"
#include "service/httpserver/router.h"

#include <chrono>

namespace slipway::http {

/// One request on its way through the pipeline. Passed from place to place, from the event loop to a worker; never used
/// by two threads at once.
struct Exchange {
    httpserver::RequestPtr http;
    httpserver::Responder responder;
    const Route *route = nullptr;
    int routeIndex = -1;
    Request request; ///< What the handler will see, filled in on the way.
    QHostAddress client; ///< Behind trusted proxies.
    QList<httpserver::Header> headers; ///< Added to whatever is answered.
    size_t nextPlace = 0; ///< Of the pipeline.
    bool mayWait = false; ///< Off the event loop: a gate may ask another system.
    bool identityWasAsked = false;
    bool wantsKeys = false; ///< Nobody by the keys at hand; the identity provider may have newer ones.
    QString wantsMapping; ///< An employee number that the directory has not been asked about.
    bool admitted = false; ///< Past authentication: counts in latency and activity.
    std::string_view place = "start"; ///< Where it is, for logs and refusal counts.
    const char *limitMessage = nullptr; ///< Set when the rate limit speaks for itself.
    std::chrono::steady_clock::time_point pollUntil; ///< Zero: was never parked.
};

} // namespace slipway::http
