// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/connection.h"

#include <QtEndian>

#include <netinet/in.h>
#include <sys/socket.h>

namespace slipway::httpserver {
namespace {

using namespace std::chrono_literals;

/// A body for no route is read and dropped up to here, so that a small mistake does not cost the connection.
constexpr qint64 unroutedBody = 64 * 1024;
/// A large body may take longer than the deadline, but not be slower than this.
constexpr qint64 slowestBytesPerSecond = 64 * 1024;
constexpr auto lingering = 1500ms;

QHostAddress peerOf(int descriptor, quint16 &port)
{
    sockaddr_storage address {};
    socklen_t size = sizeof address;
    if (::getpeername(descriptor, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return {};
    const QHostAddress peer(reinterpret_cast<sockaddr *>(&address));
    // sin_port and sin6_port share their place.
    port = qFromBigEndian(reinterpret_cast<sockaddr_in *>(&address)->sin_port);
    bool mapped = false;
    const quint32 v4 = peer.toIPv4Address(&mapped);
    return mapped ? QHostAddress(v4) : peer;
}

} // namespace

Connection::Connection(Environment &environment, int descriptor, quint64 id)
    : m_environment(environment)
    , m_id(id)
    , m_socket(environment, descriptor, id)
    , m_guard(environment.limits.headBytes, { environment.limits.headerFields, environment.limits.targetBytes })
    , m_pipeline(environment, m_socket, id)
    , m_peer(peerOf(descriptor, m_peerPort))
    , m_phaseStart(environment.now)
    , m_lastActivity(environment.now)
{
}

void Connection::handle(quint32 events)
{
    if (m_mode == Mode::Over)
        return;
    if (events & (EPOLLERR | EPOLLHUP))
        return leave();
    if ((events & EPOLLOUT) && !m_socket.flush())
        return leave();
    if (events & EPOLLIN)
        readOnce();
    else if (events & EPOLLRDHUP)
        leave();
}

void Connection::readOnce()
{
    QByteArrayView bytes;
    switch (m_socket.receive(bytes)) {
    case Socket::Received::End:
        // A client that only ended its own direction looks the same as one that is gone; almost all of them are gone.
        return leave();
    case Socket::Received::Nothing: return;
    case Socket::Received::Bytes:
        m_lastActivity = m_environment.now;
        if (m_mode == Mode::Open)
            consume(bytes);
        return;
    }
}

void Connection::consume(QByteArrayView bytes)
{
    const QByteArray joined = m_rest.isEmpty() ? QByteArray() : std::exchange(m_rest, {}).append(bytes);
    QByteArrayView input = joined.isEmpty() ? bytes : QByteArrayView(joined);
    take(input);
    if (m_mode == Mode::Open && !input.isEmpty())
        m_rest = input.toByteArray();
}

void Connection::take(QByteArrayView &input)
{
    while (m_mode == Mode::Open) {
        const bool between = m_guard.betweenRequests();
        if (between && (input.isEmpty() || !hasRoom()))
            return;
        const Guard::Step step = m_guard.take(input);
        if (between)
            m_phaseStart = m_environment.now;
        switch (step) {
        case Guard::Step::Hungry: return;
        case Guard::Step::Head: onHead(); break;
        case Guard::Step::Complete: onComplete(); break;
        case Guard::Step::Refused: refuse(m_guard.refusal()); break;
        }
    }
}

void Connection::onHead()
{
    const Head &head = m_guard.head();
    m_request = std::make_shared<Request>();
    m_request->method = head.method;
    m_request->path = head.path.toByteArray();
    m_request->query = head.query.toByteArray();
    m_request->headers.reserve(head.fields.size());
    for (const Head::Field &field : head.fields)
        m_request->headers.append({ field.name.toByteArray(), field.value.toByteArray() });
    m_request->peer = m_peer;
    m_request->peerPort = m_peerPort;
    m_request->received = m_environment.now;
    if (head.websocket || !m_environment.parser->agrees(head))
        return refuse(400);
    m_match = m_environment.router->match(head.method, head.path);
    if (m_match.malformed)
        return refuse(400);
    const Route *route = m_match.route;
    if (!route && head.expectsContinue && head.hasBody())
        return refuseWith(withoutRoute());
    const int refusal =
        route ? m_guard.admit(route->bodyMode, route->bodyLimit) : m_guard.admit(BodyMode::Chunked, unroutedBody);
    if (refusal)
        return refuse(refusal);
    m_owesContinue = head.expectsContinue && head.hasBody() && !head.http10;
    m_phaseStart = m_environment.now;
}

/// The answer when no route takes the request: 404, 405, or what OPTIONS wants to know.
Reply Connection::withoutRoute() const
{
    if (m_match.allowed.isEmpty())
        return m_environment.errorReply(404, m_request.get());
    QByteArray allow;
    for (Method method : m_match.allowed)
        allow.append(nameOf(method)).append(", ");
    allow.append("OPTIONS");
    Reply reply { 204, {}, {}, {}, false };
    if (m_request->method != Method::Options)
        reply = m_environment.errorReply(405, m_request.get());
    reply.headers.append({ "Allow", allow });
    return reply;
}

void Connection::onComplete()
{
    auto exchange = std::make_unique<Exchange>();
    m_request->body = m_guard.takeBody();
    m_request->received = m_environment.now;
    m_request->arguments = std::move(m_match.arguments);
    exchange->route = m_match.route;
    exchange->complete = true;
    exchange->headOnly = m_request->method == Method::Head;
    exchange->http10 = m_guard.head().http10;
    exchange->close = m_guard.head().close;
    if (!exchange->route) {
        exchange->state = Exchange::State::Answered;
        exchange->reply = withoutRoute();
    }
    if (exchange->close)
        m_mode = Mode::LastTaken;
    exchange->request = std::exchange(m_request, {});
    m_pipeline.append(std::move(exchange));
    m_owesContinue = false;
    m_hadRequest = true;
}

void Connection::refuse(int status) { refuseWith(m_environment.errorReply(status, m_request.get())); }

/// The answer to a request that is not complete, and the end of the connection: where the next request begins is not
/// known.
void Connection::refuseWith(Reply reply)
{
    auto exchange = std::make_unique<Exchange>();
    exchange->state = Exchange::State::Answered;
    exchange->headOnly = m_request && m_request->method == Method::Head;
    exchange->request = std::exchange(m_request, {});
    exchange->reply = std::move(reply);
    exchange->close = true;
    m_pipeline.append(std::move(exchange));
    m_owesContinue = false;
    m_mode = Mode::LastTaken;
    m_rest.clear();
}

bool Connection::hasRoom() const
{
    return m_pipeline.size() < m_environment.limits.pipelined && m_socket.queuedBytes() < highWater;
}

bool Connection::isIdle() const
{
    return m_pipeline.isEmpty() && m_guard.betweenRequests() && m_rest.isEmpty() && m_socket.queuedBytes() == 0;
}

void Connection::sendContinue()
{
    // An interim answer must not stand in front of the replies to earlier requests.
    if (!m_owesContinue || !m_pipeline.isEmpty())
        return;
    m_owesContinue = false;
    if (m_guard.bodyBytes() == 0)
        m_socket.queue("HTTP/1.1 100 Continue\r\n\r\n");
}

void Connection::settle()
{
    while (m_mode == Mode::Open || m_mode == Mode::LastTaken) {
        const Pipeline::Outcome outcome = m_pipeline.advance();
        if (outcome == Pipeline::Outcome::Break)
            return leave();
        if (outcome == Pipeline::Outcome::Close) {
            close();
            break;
        }
        sendContinue();
        if (!m_socket.flush())
            return leave();
        if (m_mode != Mode::Open || m_rest.isEmpty() || !hasRoom())
            break;
        consume({});
    }
    if (m_mode == Mode::Closing) {
        if (!m_socket.flush())
            return leave();
        if (m_socket.queuedBytes() == 0) {
            m_socket.endWriting();
            m_mode = Mode::Lingering;
            m_lingerStart = m_environment.now;
        }
    }
    if (m_mode != Mode::Over)
        m_socket.setReading(m_rest.isEmpty());
}

void Connection::close()
{
    m_mode = Mode::Closing;
    m_rest.clear();
    m_pipeline.abandon();
}

void Connection::sweep()
{
    if (m_mode == Mode::Over)
        return;
    const Limits &limits = m_environment.limits;
    const TimePoint now = m_environment.now;
    if (m_mode == Mode::Lingering && now - m_lingerStart > lingering)
        return leave();
    if (m_socket.queuedBytes() > 0 && now - m_socket.lastProgress() > limits.idleDeadline)
        return leave();
    m_pipeline.expire();
    if (m_mode == Mode::Open)
        sweepInput();
}

void Connection::sweepInput()
{
    const Limits &limits = m_environment.limits;
    const TimePoint now = m_environment.now;
    if (m_guard.inHead() && now - m_phaseStart > limits.headDeadline)
        return refuse(408);
    const auto extra = std::chrono::seconds(m_guard.bodyBytes() / slowestBytesPerSecond);
    if (m_guard.inBody() && now - m_phaseStart > limits.bodyDeadline + extra)
        return refuse(408);
    const auto patience = m_hadRequest ? limits.idleDeadline : limits.headDeadline;
    if (isIdle() && now - m_lastActivity > patience)
        leave();
}

void Connection::drain()
{
    if (isIdle() && m_mode == Mode::Open)
        readOnce();
    if (isIdle() && m_mode == Mode::Open)
        leave();
}

void Connection::leave()
{
    m_mode = Mode::Over;
    m_pipeline.abandon();
}

} // namespace slipway::httpserver
