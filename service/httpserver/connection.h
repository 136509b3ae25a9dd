// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/guard.h"
#include "service/httpserver/pipeline.h"
#include "service/httpserver/socket.h"

namespace slipway::httpserver {

/// One client from its first byte to the lingering end: guards what comes in, finds the route, keeps the deadlines. It
/// never deletes itself; the server takes it away once isOver().
class Connection {
public:
    Connection(Environment &environment, int descriptor, quint64 id);

    quint64 id() const { return m_id; }
    bool isWatched() const { return m_socket.isWatched(); }
    bool isOver() const { return m_mode == Mode::Over; }

    /// What the poller saw.
    void handle(quint32 events);
    void deliver(Delivery &delivery) { m_pipeline.deliver(delivery); }
    /// Brings everything as far as it goes now; due after any of the other calls.
    void settle();
    /// Holds the deadlines against the present time.
    void sweep();
    /// Reads once more what may be on its way, and ends when there is nothing to answer.
    void drain();
    /// Ends at once.
    void leave();

    /// Set while the server has it on its list of connections to settle.
    bool touched = false;

private:
    enum class Mode : quint8 {
        Open,
        LastTaken, ///< Answers what it has; whatever else comes in is thrown away.
        Closing, ///< The last bytes are on their way.
        Lingering, ///< All is said; waits for the client to read it and close.
        Over,
    };

    void readOnce();
    void consume(QByteArrayView bytes);
    void take(QByteArrayView &input);
    void onHead();
    void onComplete();
    void refuse(int status);
    void refuseWith(Reply reply);
    Reply withoutRoute() const;
    bool hasRoom() const;
    bool isIdle() const;
    void close();
    void sendContinue();
    void sweepInput();

    Environment &m_environment;
    const quint64 m_id;
    Socket m_socket;
    Guard m_guard;
    Pipeline m_pipeline;
    quint16 m_peerPort = 0; // before m_peer, whose initialisation fills it
    QHostAddress m_peer;

    Mode m_mode = Mode::Open;
    QByteArray m_rest; ///< Received, but not yet looked at: the pipeline is full.
    std::shared_ptr<Request> m_request; ///< From its head on, until it is complete.
    Match m_match;
    bool m_owesContinue = false;
    bool m_hadRequest = false;
    TimePoint m_phaseStart; ///< Of the head or body that is coming in.
    TimePoint m_lastActivity;
    TimePoint m_lingerStart;
};

} // namespace slipway::httpserver
