// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QList>
#include <QPair>
#include <QUrl>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace slipway::outbound {

enum class Verb : quint8 { Get, Post, Put, Delete };

struct Call {
    /// Short word for logs, ledger and failpoints: "mr.create", "approval.send".
    const char *operation;
    Verb verb = Verb::Get;
    QUrl url {};
    QList<QPair<QByteArray, QByteArray>> headers {};
    /// Sent as application/json; a mutation without content sends {}.
    QByteArray body {};
    std::chrono::milliseconds deadline { 15000 }; ///< From connect to the last byte.
    qint64 replyLimit = 16 * 1024 * 1024;
};

/// What came back, or how nothing did. A value: whether it is a failure is the caller's decision.
struct Answer {
    enum class Transport : quint8 {
        Answered, ///< A complete HTTP answer; look at status.
        NotSent, ///< Refused, unresolvable, TLS not trusted: certainly without effect.
        Lost, ///< Sent, or perhaps sent, and no complete answer: the effect is unknown.
    };
    Transport transport = Transport::NotSent;
    int status = 0;
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;
    QString problem; ///< For the log; empty when answered.
    std::chrono::microseconds took { 0 };
    /// Set when nothing was sent because the dependency is being left alone (breaker, pause, all places taken): how
    /// long still.
    std::optional<std::chrono::milliseconds> wait;

    QByteArray header(QByteArrayView name) const;
    /// The body as JSON; undefined when it is none (a proxy's HTML page).
    QJsonValue json() const;
    /// `wait`, else Retry-After in seconds or as a date, else RateLimit-Reset; never negative.
    std::optional<std::chrono::milliseconds> retryAfter() const;
    bool isSuccess() const { return transport == Transport::Answered && status >= 200 && status < 300; }
    /// Worth repeating a read for: lost, not sent, 408, 429, 5xx, or a success that is not JSON.
    bool isTransient() const;
};

/// One HTTP client per thread over QNetworkAccessManager. It never resends anything by itself (Qt does so silently for
/// seekable bodies when a connection dies before the first byte), follows no redirect of a mutation and none to another
/// host, verifies TLS, and ends every call at its deadline. Blocks the calling thread, so it belongs on worker threads
/// only. Names the failpoints "remote.<operation>.before" and "remote.<operation>.after".
class HttpClient {
public:
    HttpClient();
    ~HttpClient();
    HttpClient(const HttpClient &) = delete;
    HttpClient &operator=(const HttpClient &) = delete;

    /// The calling thread's own client.
    static HttpClient &forThisThread();

    /// Never throws of its own (failpoints do). Needs a QCoreApplication; runs a nested event loop of the calling
    /// thread. A GET follows at most three redirects within the same scheme, host and port; any other 3xx is returned
    /// as it is.
    Answer perform(const Call &call);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace slipway::outbound
