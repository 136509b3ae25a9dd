// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/delivery.h"
#include "service/httpserver/environment.h"

#include <deque>

namespace slipway::httpserver {

/// The descriptor of one client: bytes in through the scratch buffer, bytes out in as few system calls as possible. It
/// decides nothing.
class Socket {
public:
    enum class Received : quint8 { Bytes, Nothing, End };

    /// Takes \a descriptor over and watches it under \a key.
    Socket(Environment &environment, int descriptor, quint64 key);
    ~Socket();
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;

    /// False when it could not be watched; then it is good for nothing.
    bool isWatched() const { return m_watched; }

    /// \a bytes point into the scratch buffer and hold until the next receive of any connection.
    Received receive(QByteArrayView &bytes);
    void setReading(bool reading);

    /// The last \a payload of \a bytes are a stream's own and are booked to \a owner as they leave.
    void queue(QByteArray bytes, std::shared_ptr<ReplyState> owner = {}, qint64 payload = 0);
    /// Sends what the kernel takes. False when the client is gone.
    bool flush();
    qint64 queuedBytes() const { return m_queuedBytes; }
    /// When the kernel last took something, or the queue began.
    TimePoint lastProgress() const { return m_lastProgress; }

    /// Tells the client that nothing follows, and keeps listening: closing with unread input would reset the connection
    /// and take our last answer with it.
    void endWriting();

private:
    struct Segment {
        QByteArray bytes;
        std::shared_ptr<ReplyState> owner;
        qint64 payload = 0;
        qsizetype sent = 0;
    };

    void book(qsizetype sent);
    void updateInterest();

    Environment &m_environment;
    const int m_descriptor;
    const quint64 m_key;
    quint32 m_interest = 0;
    bool m_watched = false;
    bool m_reading = true;
    std::deque<Segment> m_segments;
    qint64 m_queuedBytes = 0;
    TimePoint m_lastProgress;
};

} // namespace slipway::httpserver
