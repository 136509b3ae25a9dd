// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

#include <functional>

namespace slipway::httpserver {

class ReplySink;

/// A reply body that is written as it becomes available: server-sent events, git packs. Thread-safe, copyable; after
/// the client left every call is a no-op and isOpen() is false.
class Stream {
public:
    /// Queues bytes in order. The caller watches pendingBytes(): nothing is ever dropped, so a producer that ignores
    /// back-pressure fills the memory.
    void write(const QByteArray &bytes);
    /// Ends the body; the connection goes on to the next request where the framing allows it.
    void finish();
    /// Ends the connection in the middle of the body, so that the client knows it is incomplete.
    void abort();
    bool isOpen() const;
    qint64 pendingBytes() const;
    /// \a ready is called in the server's thread whenever the pending bytes fall below 256 KiB, and once when the
    /// client left.
    void onProgress(std::function<void()> ready);

private:
    friend class Responder;
    std::shared_ptr<ReplySink> m_sink;
};

/// The right to answer one request exactly once, from any thread, now or later. It holds no pointer to the connection:
/// when the client has left meanwhile, the answer is dropped and the completion hook hears of it. A Responder that is
/// destroyed without having answered answers 500, so that no client ever hangs on a forgotten path.
class Responder {
public:
    Responder() = default;
    explicit Responder(std::shared_ptr<ReplySink> sink);

    /// The second and later calls do nothing.
    void send(Reply reply);
    /// Sends the head at once (chunked for HTTP/1.1, else until close) and hands out the body. \a head's body must be
    /// empty.
    Stream stream(Reply head);
    /// Ends the connection without a byte: for test servers that play a lost answer.
    void drop();
    /// Sends the first \a bytes of the framed reply, then ends the connection: a cut answer.
    void sendCut(Reply reply, qsizetype bytes);
    bool clientGone() const;

private:
    std::shared_ptr<ReplySink> m_sink;
};

} // namespace slipway::httpserver
