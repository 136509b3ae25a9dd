// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/exchange.h"
#include "service/httpserver/socket.h"

#include <deque>

namespace slipway::httpserver {

/// The requests of one connection in the order they came, from the handler's call to the reply's bytes in the socket.
/// Replies leave in that order however the answers arrive. Requests that change nothing run side by side; one that may
/// change something waits for those in front of it and holds back those behind, because its author may rely on the
/// order.
class Pipeline {
public:
    enum class Outcome : quint8 {
        Open, ///< Goes on.
        Close, ///< What is queued is the last the client gets.
        Break, ///< Not even that: the client reads too slowly for what it asked.
    };

    Pipeline(Environment &environment, Socket &socket, quint64 connection);

    void append(std::unique_ptr<Exchange> exchange);
    void deliver(Delivery &delivery);
    /// Calls the handlers whose turn has come and queues every reply whose turn has come.
    Outcome advance();
    /// Answers 503 for what has waited longer than the request deadline.
    void expire();
    /// The client has left, or will hear nothing more: reports everything that is still here as such.
    void abandon();

    bool isEmpty() const { return m_exchanges.empty(); }
    int size() const { return int(m_exchanges.size()); }

private:
    void startRunnable();
    void start(Exchange &exchange);
    void beginStream(Exchange &exchange, Reply head);
    void settleReply(Exchange &exchange, Reply reply);
    Outcome writeFront();
    Outcome writeReply(Exchange &exchange);
    Outcome writeStream(Exchange &exchange);
    void queueBodyPart(const Exchange &exchange, const QByteArray &bytes);
    bool closesAfter(const Exchange &exchange) const;
    void report(const Exchange &exchange, int status, bool clientGone) const;

    Environment &m_environment;
    Socket &m_socket;
    const quint64 m_connection;
    quint64 m_lastId = 0;
    bool m_broken = false;
    std::deque<std::unique_ptr<Exchange>> m_exchanges;
};

} // namespace slipway::httpserver
