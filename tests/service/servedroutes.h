// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/server.h"

#include <QThread>

#include <condition_variable>
#include <mutex>

namespace slipway::test {

/// What the completion hook of the server under test was told.
struct Completed {
    int tag = -1;
    QByteArray path;
    int status = 0;
    bool clientGone = false;
};

/// A real server in a thread of its own, so that the test may block on sockets. The routes:
///   GET /now             answers at once            GET /held/{name}   is answered by the test
///   POST /small /coded /held /large                 Buffered 1 KiB, Chunked 1 KiB, Buffered 1 KiB held, Chunked 64 MiB
///   GET /stream          is streamed by the test    GET /throws /forgets
class ServedRoutes {
public:
    using Responder = httpserver::Responder;

    explicit ServedRoutes(httpserver::Limits limits = {});
    ~ServedRoutes();
    ServedRoutes(const ServedRoutes &) = delete;
    ServedRoutes &operator=(const ServedRoutes &) = delete;

    quint16 port() const { return m_port; }

    /// Waits until \a count requests are held, and hands out those that came since the last call.
    std::vector<std::pair<httpserver::RequestPtr, Responder>> takeHeld(size_t count);
    size_t heldCount() const;
    /// Waits until \a count requests were reported as completed.
    QList<Completed> completed(qsizetype count) const;
    /// Those reported so far.
    QList<Completed> completedSoFar() const;

    /// Runs \a work there and waits for it.
    void inServerThread(const std::function<void()> &work) const;
    void drain();
    bool isDrained() const;
    int connectionCount() const;
    /// Of the server's thread since the process began.
    std::chrono::nanoseconds cpuTime() const;

private:
    std::shared_ptr<httpserver::Router> routes();
    httpserver::Hooks hooks();
    void hold(httpserver::RequestPtr request, Responder responder);

    mutable std::mutex m_lock;
    mutable std::condition_variable m_changed;
    std::vector<std::pair<httpserver::RequestPtr, Responder>> m_held;
    QList<Completed> m_completed;
    bool m_drained = false;
    QThread m_thread;
    QObject m_context; ///< Lives in m_thread.
    std::unique_ptr<httpserver::Server> m_server;
    quint16 m_port = 0;
};

} // namespace slipway::test
