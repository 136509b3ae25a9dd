// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/pipeline.h"

#include "service/configuration/hotconfig.h"
#include "service/configuration/logscope.h"
#include "service/http/clientaddress.h"
#include "service/http/envelope.h"
#include "service/http/navigation.h"
#include "service/http/tracecontext.h"
#include "shared/clock.h"

#include <QJsonArray>
#include <QLoggingCategory>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using configuration::LogScope;

Q_LOGGING_CATEGORY(logHttp, "slipway.http")

void tellFailure(const Exchange &exchange, const Error &error)
{
    const LogScope scope { { u"place"_s, QString::fromUtf8(exchange.place.data(), qsizetype(exchange.place.size())) },
                           { u"error"_s, QString::fromUtf8(error.what()).section(u':', 0, 0) } };
    qCCritical(logHttp).noquote() << "failed:" << error.detail();
}

/// The longest a client may ask to wait, whatever it asks.
constexpr std::chrono::milliseconds longestPoll { 25'000 };

} // namespace

/// The order is the documentation. Before it, serve() gives the request its trace id, and from there on guarded() turns
/// every exception into an answer; the server has already framed the request and enforced the limits on connections,
/// heads and bodies.
std::span<const Pipeline::Place> Pipeline::places()
{
    static constexpr auto order = std::to_array<Place>({
        // First, because a refused request must cost nothing further and never count as activity. Consequence,
        // accepted: a repeated
        // submit beyond the limit gets 429, not DUPLICATE_SUBMIT.
        { "rate limit", &Pipeline::limitRate },
        // Before the body is looked at: a malformed body must not earn a 400 from somebody who is nobody.
        { "authentication", &Pipeline::authenticate },
        // After we know who it is said to be, because the question is whether they sent it themselves or another site's
        // page did.
        { "same origin", &Pipeline::demandSameOrigin },
        { "permission", &Pipeline::demandPermission },
        // Only what was let in counts as traffic of users. Observers cannot answer; latency and status are taken on the
        // way out.
        { .name = "activity", .observer = &Pipeline::countReceived },
        // After authentication, so that a stranger does not learn the instance's state; before the body, since it will
        // not be used.
        { "draining", &Pipeline::refuseWhileDraining },
        { "parameter binding", &Pipeline::bindBody },
        // Last gate: who sends nonsense learns that first, whether or not the service is open. Only for what brings in
        // new work.
        { "access mode", &Pipeline::demandOpenAccess },
    });
    return order;
}

QStringList Pipeline::order()
{
    QStringList names;
    for (const Place &place : places())
        names.append(QString::fromUtf8(place.name.data(), qsizetype(place.name.size())));
    return names;
}

Pipeline::Pipeline(std::span<const Route> routes, Parts parts)
    : m_routes(routes)
    , m_parts(parts)
{
}

template <class Body>
void Pipeline::guarded(const ExchangePtr &exchange, Body &&body) const noexcept
{
    try {
        const LogScope scope { { u"traceId"_s, exchange->request.traceId },
                               { u"route"_s, QString::fromLatin1(exchange->route->path) } };
        try {
            body();
        } catch (const Error &error) {
            fail(exchange, error);
        } catch (const std::exception &failure) {
            fail(exchange, Error(Code::InternalError, QString::fromUtf8(failure.what())));
        } catch (...) {
            fail(exchange, Error(Code::InternalError, u"an exception of unknown type"_s));
        }
    } catch (...) {
        // Not even the failure could be told (no memory). The responder answers 500 when the exchange goes.
        qCCritical(logHttp, "a failure could not be answered");
    }
}

void Pipeline::serve(httpserver::RequestPtr request, httpserver::Responder responder, int routeIndex) const
{
    const auto exchange = std::make_shared<Exchange>();
    exchange->http = request;
    exchange->responder = std::move(responder);
    exchange->routeIndex = routeIndex;
    exchange->route = &m_routes[size_t(routeIndex)];
    exchange->request.http = std::move(request);
    exchange->request.traceId = traceIdFrom(exchange->http->header("traceparent"));
    exchange->request.language = languageOf(exchange->http->header("Accept-Language"));
    guarded(exchange, [&] {
        exchange->client = clientAddress(*exchange->http, m_parts.services.boot->http.trustedProxies);
        walk(exchange);
    });
}

void Pipeline::walk(const ExchangePtr &exchange) const
{
    const auto all = places();
    for (; exchange->nextPlace < all.size(); ++exchange->nextPlace) {
        const Place &place = all[exchange->nextPlace];
        exchange->place = place.name;
        if (place.observer)
            (this->*place.observer)(*exchange);
        else if ((this->*place.gate)(*exchange) == Went::Waits)
            return waitAtTheDoor(exchange);
    }
    exchange->place = "queue";
    dispatch(exchange);
}

void Pipeline::waitAtTheDoor(const ExchangePtr &exchange) const
{
    const auto goOn = [this, exchange] {
        guarded(exchange, [&] {
            exchange->mayWait = true;
            walk(exchange);
        });
    };
    if (!m_parts.door.tryStart(goOn))
        throw Error(Code::Unavailable, u"too many wait at the door"_s).withRetryAfter(std::chrono::seconds(1));
}

void Pipeline::noteDenial(const Exchange &exchange) const
{
    if (!m_parts.denied || !exchange.request.identity)
        return;
    const Denial denial { exchange.request.identity->account,
                          QString::fromLatin1(httpserver::nameOf(exchange.route->method) + ' ' + exchange.route->path),
                          QString::fromUtf8(exchange.place.data(), qsizetype(exchange.place.size())),
                          exchange.request.traceId };
    // Recorded when there is time; a record must not decide about an answer.
    if (!m_parts.door.tryStart([note = m_parts.denied, denial] { note(denial); }))
        qCWarning(logHttp, "a denied attempt could not be recorded: too much waits at the door");
}

void Pipeline::noteUnreadable(const Exchange &exchange, const Error &error) const
{
    if (!m_parts.unreadable)
        return;
    QStringList problems;
    for (const QJsonValue &field : error.data().value("fields"_L1).toArray())
        problems.append(field["field"_L1].toString() + u": "_s + field["reason"_L1].toString());
    const UnreadableCallback unreadable { QString::fromLatin1(exchange.route->path),
                                          problems.isEmpty() ? error.detail() : problems.join(u", "_s).left(500),
                                          exchange.request.traceId };
    if (!m_parts.door.tryStart([note = m_parts.unreadable, unreadable] { note(unreadable); }))
        qCWarning(logHttp, "an unreadable callback could not be recorded: too much waits at the door");
}

void Pipeline::dispatch(const ExchangePtr &exchange) const
{
    if (exchange->route->exec == Exec::Loop) {
        handle(exchange);
        return;
    }
    const auto &health = m_parts.services.databaseHealth;
    if (exchange->route->exec == Exec::Database && health && !health().isThere())
        throw Error(Code::Unavailable, u"the database is known to be away"_s).withRetryAfter(std::chrono::seconds(1));
    if (!m_parts.workers.tryStart([this, exchange] { guarded(exchange, [&] { handle(exchange); }); }))
        throw Error(Code::Unavailable, u"every worker is busy and the queue is full"_s).withRetryAfter(std::chrono::seconds(1));
}

void Pipeline::handle(const ExchangePtr &exchange) const
{
    exchange->place = "handler";
    // Whoever left while queued wants no answer; what has not begun need not begin.
    if (exchange->responder.clientGone())
        return;
    Reply reply = exchange->route->handler(m_parts.services, exchange->request);
    if (reply.events)
        stream(exchange, reply.events->after);
    else if (reply.longPoll)
        park(exchange, std::move(reply));
    else
        finish(exchange, reply);
}

void Pipeline::stream(const ExchangePtr &exchange, const QString &after) const
{
    const auto position = ChangeFeed::Position::fromText(after);
    if (!position && !after.isEmpty())
        throw fieldError(Code::InvalidRequest, { { u"Last-Event-ID"_s, u"bad_form"_s } });
    httpserver::Reply head;
    head.contentType = "text/event-stream";
    addStandingHeaders(head, exchange->request.traceId);
    head.headers.append(httpserver::Header("X-Accel-Buffering", "no")); // Proxies that collect answers would keep the events.
    if (!m_parts.feed.follow([&] { return exchange->responder.stream(head); }, position))
        throw Error(Code::Unavailable, u"too many follow the changes already"_s).withRetryAfter(std::chrono::seconds(5));
}

void Pipeline::park(const ExchangePtr &exchange, Reply unchanged) const
{
    const Reply::LongPoll wish = *std::exchange(unchanged.longPoll, std::nullopt);
    if (exchange->pollUntil == std::chrono::steady_clock::time_point())
        exchange->pollUntil = std::chrono::steady_clock::now() + std::min(wish.wait, longestPoll);
    const auto wake = [this, exchange, unchanged](bool changed) {
        guarded(exchange, [&] {
            const auto again = [this, exchange] { guarded(exchange, [&] { handle(exchange); }); };
            // No worker free: "unchanged" is late but never wrong, the client simply asks again.
            if (!changed || !m_parts.workers.tryStart(again))
                finish(exchange, unchanged);
        });
    };
    LongPoll::Waiter waiter { wish.operationId, wish.afterVersion, exchange->pollUntil,
                              [exchange] { return exchange->responder.clientGone(); }, wake };
    if (std::chrono::steady_clock::now() >= exchange->pollUntil || !m_parts.waiting.park(std::move(waiter)))
        finish(exchange, unchanged);
}

void Pipeline::finish(const ExchangePtr &exchange, const Reply &reply) const
{
    send(*exchange, framed(reply, exchange->route->shape, exchange->request.language, exchange->request.traceId));
}

void Pipeline::send(Exchange &exchange, httpserver::Reply reply) const
{
    reply.headers += exchange.headers;
    if (exchange.admitted) {
        const auto took = std::chrono::steady_clock::now() - exchange.http->received;
        m_parts.metrics.observed(exchange.routeIndex, std::chrono::duration_cast<std::chrono::microseconds>(took));
        if (exchange.route->activity && reply.status >= 200 && reply.status < 300) {
            m_parts.metrics.activity(exchange.routeIndex);
            if (exchange.request.identity && m_parts.services.config->enabled(key("metrics.perUser")))
                m_parts.metrics.activityOf(exchange.request.identity->account);
        }
    }
    exchange.responder.send(std::move(reply));
}

void Pipeline::fail(const ExchangePtr &exchange, const Error &error) const
{
    const bool isOurs = error.fault() != Fault::Client;
    // Turned away before the handler is a state of ours or a mistake of theirs; only what broke behind it is an error.
    if (isOurs && exchange->place == "handler")
        tellFailure(*exchange, error);
    else
        m_parts.refusals.note(*exchange, error);
    const bool passedTheGates = exchange->place == "handler" || exchange->place == "queue";
    if (passedTheGates && isOurs && exchange->route->whenFailing == WhenFailing::AnswerEmpty) {
        finish(exchange, Reply());
        return;
    }
    if (exchange->place != "handler")
        m_parts.metrics.refused(exchange->routeIndex, exchange->place);
    if (error.code() == Code::AccessDenied)
        noteDenial(*exchange);
    // Its sender gets an answer nobody may ever look at; what it wanted to say is missing here.
    const bool isUnread = error.code() == Code::InvalidRequest || error.code() == Code::UnsupportedMediaType;
    if (isUnread && exchange->route->admission == Admission::Proof)
        noteUnreadable(*exchange, error);
    send(*exchange, framed(error, exchange->request.language, exchange->request.traceId, exchange->limitMessage));
}

void Pipeline::servePage(const httpserver::RequestPtr &request, httpserver::Responder responder) const
{
    // The same either way; the status is 200 here, where the server does not insist on its own.
    httpserver::Reply reply = errorReply(404, request.get());
    responder.send(std::move(reply));
}

httpserver::Reply Pipeline::errorReply(int status, const httpserver::Request *request) const
{
    const QString traceId = traceIdFrom(request ? request->header("traceparent") : QByteArray());
    const Language language = request ? languageOf(request->header("Accept-Language")) : Language::English;
    if (status == 404 && request && isNavigation(*request))
        return fallbackPage(language, traceId);
    httpserver::Reply reply = framed(Error(codeOfStatus(status)), language, traceId);
    reply.status = status;
    return reply;
}

void Pipeline::completed(int routeIndex, int status) const noexcept { m_parts.metrics.answered(routeIndex, status); }

} // namespace slipway::http
