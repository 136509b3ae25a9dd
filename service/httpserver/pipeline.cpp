// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/pipeline.h"

#include "service/httpserver/replysink.h"

#include <algorithm>

namespace slipway::httpserver {
namespace {

/// Below this, copying the body behind the head is cheaper than another segment.
constexpr qsizetype smallBody = 16 * 1024;
constexpr int clientClosedRequest = 499;

bool isSendable(int status) { return status >= 200 && status <= 599; }

} // namespace

Pipeline::Pipeline(Environment &environment, Socket &socket, quint64 connection)
    : m_environment(environment)
    , m_socket(socket)
    , m_connection(connection)
{
}

void Pipeline::append(std::unique_ptr<Exchange> exchange)
{
    exchange->id = ++m_lastId;
    exchange->reportedStatus = exchange->reply.status;
    m_exchanges.push_back(std::move(exchange));
}

void Pipeline::startRunnable()
{
    bool othersRun = false;
    bool unsafeRuns = false;
    for (const auto &exchange : m_exchanges) {
        if (exchange->isFinished())
            continue;
        if (exchange->state == Exchange::State::Waiting) {
            if (unsafeRuns || (othersRun && !exchange->isSafe()))
                return;
            start(*exchange);
        }
        othersRun = true;
        unsafeRuns = unsafeRuns || !exchange->isSafe();
    }
}

void Pipeline::start(Exchange &exchange)
{
    exchange.state = Exchange::State::Running;
    auto state = std::make_shared<ReplyState>();
    state->connection = m_connection;
    state->exchange = exchange.id;
    state->mailbox = m_environment.mailbox;
    exchange.replyState = state;
    exchange.request->abandoned = std::shared_ptr<std::atomic_bool>(state, &state->gone);
    Responder responder(std::make_shared<ReplySink>(std::move(state)));
    try {
        exchange.route->handler(exchange.request, std::move(responder));
    } catch (...) {
        // The responder went with the exception, and by that answers 500; through Qt's loop the exception would end the
        // process.
        return;
    }
}

void Pipeline::settleReply(Exchange &exchange, Reply reply)
{
    exchange.state = Exchange::State::Answered;
    exchange.reply = isSendable(reply.status) ? std::move(reply) : m_environment.errorReply(500, exchange.request.get());
    exchange.reportedStatus = exchange.reply.status;
}

void Pipeline::beginStream(Exchange &exchange, Reply head)
{
    head.body.clear();
    settleReply(exchange, std::move(head));
    exchange.framing = exchange.http10 ? Framing::UntilClose : Framing::Chunks;
    if (!exchange.headOnly && mayHaveBody(exchange.reply.status)) {
        exchange.state = Exchange::State::Streaming;
        return;
    }
    // Nobody will read a body: to its producer that is the same as a client that left.
    exchange.headOnly = true;
    exchange.replyState->gone = true;
    exchange.replyState->callReadyAndForget();
}

void Pipeline::deliver(Delivery &delivery)
{
    const auto found = std::find_if(m_exchanges.begin(), m_exchanges.end(),
                                    [&](const auto &exchange) { return exchange->id == delivery.state->exchange; });
    using Kind = Delivery::Kind;
    if (delivery.kind == Kind::Progress) {
        if (delivery.state->gone || found == m_exchanges.end())
            delivery.state->callReadyAndForget();
        else if (delivery.state->pending < lowWater)
            delivery.state->callReady();
        return;
    }
    if (found == m_exchanges.end())
        return;
    Exchange &exchange = **found;
    const bool running = exchange.state == Exchange::State::Running;
    const bool streaming = exchange.state == Exchange::State::Streaming;
    if (running && delivery.kind == Kind::Answer) {
        settleReply(exchange, std::move(delivery.reply));
    } else if (running && delivery.kind == Kind::Forgotten) {
        settleReply(exchange, m_environment.errorReply(500, exchange.request.get()));
    } else if (running && delivery.kind == Kind::Begin) {
        beginStream(exchange, std::move(delivery.reply));
    } else if (running && (delivery.kind == Kind::Cut || delivery.kind == Kind::Drop)) {
        settleReply(exchange, std::move(delivery.reply));
        exchange.cut = qMax<qsizetype>(0, delivery.cut);
        if (delivery.kind == Kind::Drop)
            exchange.reportedStatus = 0;
    } else if (streaming && delivery.kind == Kind::Bytes) {
        exchange.streamed.push_back(std::move(delivery.bytes));
        m_broken = m_broken || exchange.replyState->pending > m_environment.limits.pendingReplyBytes;
    } else if (streaming && delivery.kind == Kind::End) {
        exchange.ended = true;
    } else if (streaming && delivery.kind == Kind::Abort) {
        exchange.aborted = true;
    }
}

Pipeline::Outcome Pipeline::advance()
{
    if (m_broken)
        return Outcome::Break;
    startRunnable();
    const size_t before = m_exchanges.size();
    const Outcome outcome = writeFront();
    if (outcome == Outcome::Open && m_exchanges.size() < before)
        startRunnable();
    return outcome;
}

Pipeline::Outcome Pipeline::writeFront()
{
    while (!m_exchanges.empty()) {
        Exchange &front = *m_exchanges.front();
        if (front.state != Exchange::State::Answered && front.state != Exchange::State::Streaming)
            break;
        const bool streaming = front.state == Exchange::State::Streaming;
        const Outcome outcome = streaming ? writeStream(front) : writeReply(front);
        if (streaming && outcome == Outcome::Open && !front.ended)
            break;
        report(front, front.reportedStatus, false);
        if (front.replyState)
            front.replyState->forgetReady();
        m_exchanges.pop_front();
        if (outcome != Outcome::Open)
            return outcome;
    }
    return Outcome::Open;
}

bool Pipeline::closesAfter(const Exchange &exchange) const
{
    return exchange.close || exchange.reply.close || (m_environment.draining && m_exchanges.size() == 1);
}

Pipeline::Outcome Pipeline::writeReply(Exchange &exchange)
{
    const Reply &reply = exchange.reply;
    const bool close = closesAfter(exchange) || exchange.cut >= 0;
    QByteArray head = composeHead(reply, exchange.framing, close, m_environment.date.now());
    const bool withBody = !exchange.headOnly && mayHaveBody(reply.status) && !reply.body.isEmpty();
    if (exchange.cut >= 0) {
        if (withBody)
            head.append(reply.body);
        head.truncate(qMin(exchange.cut, head.size()));
        m_socket.queue(std::move(head));
    } else if (withBody && reply.body.size() <= smallBody) {
        m_socket.queue(head.append(reply.body));
    } else {
        m_socket.queue(std::move(head));
        if (withBody)
            m_socket.queue(reply.body);
    }
    return close ? Outcome::Close : Outcome::Open;
}

Pipeline::Outcome Pipeline::writeStream(Exchange &exchange)
{
    const bool closes = exchange.framing == Framing::UntilClose || closesAfter(exchange);
    if (!exchange.headSent) {
        m_socket.queue(composeHead(exchange.reply, exchange.framing, closes, m_environment.date.now()));
        exchange.headSent = true;
        exchange.close = closes;
    }
    for (const QByteArray &bytes : exchange.streamed)
        queueBodyPart(exchange, bytes);
    exchange.streamed.clear();
    if (exchange.aborted)
        return Outcome::Close;
    if (!exchange.ended)
        return Outcome::Open;
    if (exchange.framing == Framing::Chunks)
        m_socket.queue("0\r\n\r\n");
    return closes ? Outcome::Close : Outcome::Open;
}

void Pipeline::queueBodyPart(const Exchange &exchange, const QByteArray &bytes)
{
    if (exchange.framing != Framing::Chunks) {
        m_socket.queue(bytes, exchange.replyState, bytes.size());
        return;
    }
    QByteArray header = chunkHeader(bytes.size());
    if (bytes.size() <= smallBody) {
        m_socket.queue(header.append(bytes), exchange.replyState, bytes.size());
    } else {
        m_socket.queue(std::move(header));
        m_socket.queue(bytes, exchange.replyState, bytes.size());
    }
    m_socket.queue("\r\n");
}

void Pipeline::expire()
{
    const TimePoint oldest = m_environment.now - m_environment.limits.requestDeadline;
    for (const auto &exchange : m_exchanges) {
        const bool waits = exchange->state == Exchange::State::Waiting || exchange->state == Exchange::State::Running;
        if (!waits || exchange->request->received > oldest)
            continue;
        if (exchange->replyState)
            exchange->replyState->gone = true;
        settleReply(*exchange, m_environment.errorReply(503, exchange->request.get()));
    }
}

void Pipeline::abandon()
{
    const auto exchanges = std::exchange(m_exchanges, {});
    for (const auto &exchange : exchanges) {
        if (exchange->replyState) {
            exchange->replyState->gone = true;
            exchange->replyState->callReadyAndForget();
        }
        report(*exchange, exchange->headSent ? exchange->reportedStatus : clientClosedRequest, true);
    }
}

void Pipeline::report(const Exchange &exchange, int status, bool clientGone) const
{
    if (!exchange.complete || !m_environment.hooks.completed)
        return;
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - exchange.request->received);
    m_environment.hooks.completed(exchange.route ? exchange.route->tag : -1, *exchange.request, status, took, clientGone);
}

} // namespace slipway::httpserver
