// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/router.h"

#include <QObject>

#include <chrono>

namespace slipway::httpserver {

/// Every limit a client can run into, with the values that hold where nothing else is said.
struct Limits {
    qsizetype headBytes = 16 * 1024;
    int headerFields = 100;
    qsizetype targetBytes = 4 * 1024;
    int pipelined = 16;
    int connections = 2000;
    qint64 pendingReplyBytes = 64 * 1024 * 1024;
    std::chrono::milliseconds headDeadline { 5000 };
    std::chrono::milliseconds bodyDeadline { 15000 };
    std::chrono::milliseconds idleDeadline { 60000 };
    std::chrono::milliseconds requestDeadline { 60000 }; ///< From the complete request to the answer; then 503.
    std::chrono::milliseconds drainDeadline { 10000 };
};

/// What the server tells its owner. All are called in the server's thread and must not block or throw.
struct Hooks {
    /// Makes the body of an error that the server itself answers (400, 404, 405, 408, 411, 413, 431, 500, 503), so that
    /// all errors share the owner's envelope. Without it the body is empty.
    std::function<Reply(int status, const Request *request)> errorReply;
    /// Called exactly once for every request that was complete, also when the client left before its answer.
    std::function<void(int routeTag, const Request &request, int status, std::chrono::microseconds took, bool clientGone)>
        completed;
};

/// The hardened HTTP/1.x server: QtHttpServer parses, this class makes it safe. It frames every request strictly before
/// Qt's parser sees it, answers pipelined requests in order, enforces every limit and deadline, and survives clients
/// that leave at any time. It knows routes and bytes only: no identity, no JSON, no business.
///
/// One Server belongs to the thread it was made in, which must run an event loop.
class Server : public QObject {
    Q_OBJECT
public:
    Server(std::shared_ptr<const Router> router, Limits limits, Hooks hooks, QObject *parent = nullptr);
    ~Server() override;

    /// Port 0 picks a free one. Returns the port; throws Error(Unavailable) with the reason in the detail when it
    /// cannot listen.
    quint16 listen(const QHostAddress &address, quint16 port);

    /// Stops accepting, answers what is in flight with "Connection: close", ends idle connections; drained() follows,
    /// at the latest after the drain deadline.
    void drain();

    int connectionCount() const;

Q_SIGNALS:
    void drained();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace slipway::httpserver
