// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/http/changefeed.h"
#include "service/http/exchange.h"
#include "service/http/fleetlimiter.h"
#include "service/http/httpmetrics.h"
#include "service/http/identityresolver.h"
#include "service/http/longpoll.h"
#include "service/http/permissions.h"
#include "service/http/refusallog.h"
#include "service/httpserver/workerpool.h"
#include "shared/error.h"

#include <memory>
#include <span>

namespace slipway::http {

/// Somebody known who was turned away from what needs a permission.
struct Denial {
    QString account;
    QString route; ///< Method and pattern, never the path.
    QString place; ///< Which place of the pipeline turned them away.
    QString traceId;
};

/// What another system signed and nobody here could read.
struct UnreadableCallback {
    QString route;
    QString problem; ///< The fields and what is wrong with them; their values never.
    QString traceId;
};

/// What a request meets between the socket and its handler, in one fixed order (pipeline.cpp), and its way back.
/// Nothing of it depends on a handler's kind of answer, and all of it up to the body happens before the body is parsed.
/// It is one of the two places where exceptions end: whatever is thrown becomes an answer that tells a client what to
/// do and nothing else.
///
/// serve() runs in an event loop and does no I/O there. A gate that has to ask another system goes on at the door, a small pool of its
/// own, so that a slow permission service takes no worker from a handler; handlers run on the workers. Thread-safe.
class Pipeline {
public:
    /// Everything it works with; outlives it.
    struct Parts {
        Services &services;
        const IdentityResolver &identities;
        Permissions &permissions;
        FleetLimiter &limiter;
        HttpMetrics &metrics;
        httpserver::WorkerPool &door;
        httpserver::WorkerPool &workers;
        LongPoll &waiting;
        ChangeFeed &feed;
        RefusalLog &refusals;
        /// Somebody known was turned away; runs at the door. May be empty.
        std::function<void(const Denial &)> denied;
        /// An authentic callback could not be read; runs at the door. May be empty.
        std::function<void(const UnreadableCallback &)> unreadable;
    };

    Pipeline(std::span<const Route> routes, Parts parts);

    void serve(httpserver::RequestPtr request, httpserver::Responder responder, int routeIndex) const;

    /// For paths that are neither interface nor file: a person's navigation gets the page, everything else 404.
    void servePage(const httpserver::RequestPtr &request, httpserver::Responder responder) const;

    /// For the server's own errors, so that they wear the same envelope; and for navigations, which get a page.
    httpserver::Reply errorReply(int status, const httpserver::Request *request) const;
    /// For the server's hook: counts every answer exactly once.
    void completed(int routeIndex, int status) const noexcept;

    /// The names of the places, in order; for tests and the handbook.
    static QStringList order();

private:
    using ExchangePtr = std::shared_ptr<Exchange>;
    /// Waits: asked again at the door, where it may ask another system.
    enum class Went : quint8 { On, Waits };
    /// A gate lets a request on, or throws the Error it is refused with.
    using GateFunction = Went (Pipeline::*)(Exchange &) const;
    /// An observer has nothing to say: it sees a request and cannot answer it.
    using ObserverFunction = void (Pipeline::*)(const Exchange &) const noexcept;
    struct Place {
        std::string_view name;
        GateFunction gate = nullptr;
        ObserverFunction observer = nullptr;
    };
    static std::span<const Place> places();

    Went limitRate(Exchange &exchange) const;
    Went authenticate(Exchange &exchange) const;
    Went demandSameOrigin(Exchange &exchange) const;
    Went demandPermission(Exchange &exchange) const;
    void countReceived(const Exchange &exchange) const noexcept;
    Went refuseWhileDraining(Exchange &exchange) const;
    Went bindBody(Exchange &exchange) const;
    Went demandOpenAccess(Exchange &exchange) const;

    void walk(const ExchangePtr &exchange) const;
    void waitAtTheDoor(const ExchangePtr &exchange) const;
    void noteDenial(const Exchange &exchange) const;
    void noteUnreadable(const Exchange &exchange, const Error &error) const;
    void resolveIdentity(Exchange &exchange) const;
    void askAboutIdentity(Exchange &exchange) const;
    std::optional<Held> heldBy(const QString &account, const Exchange &exchange) const;
    bool isProven(const Exchange &exchange) const;
    std::optional<FleetLimiter::Decision> decideLimit(const FleetLimiter::Question &question, const Exchange &exchange) const;
    void dispatch(const ExchangePtr &exchange) const;
    void handle(const ExchangePtr &exchange) const;
    void stream(const ExchangePtr &exchange, const QString &after) const;
    void park(const ExchangePtr &exchange, Reply unchanged) const;
    void finish(const ExchangePtr &exchange, const Reply &reply) const;
    void fail(const ExchangePtr &exchange, const Error &error) const;
    void send(Exchange &exchange, httpserver::Reply reply) const;
    template <class Body>
    void guarded(const ExchangePtr &exchange, Body &&body) const noexcept;

    std::span<const Route> m_routes;
    Parts m_parts;
};

} // namespace slipway::http
