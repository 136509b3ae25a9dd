// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QUrl>

#include <chrono>
#include <functional>

class QNetworkReply;

namespace slipway::support {

/// What came back. Status 0: no complete answer, `problem` says why.
struct JsonReply {
    int status = 0;
    QJsonValue body = {};
    QList<QPair<QByteArray, QByteArray>> headers = {};
    QString problem = {};

    QJsonObject object() const { return body.toObject(); }
    /// Of the service's envelope.
    QString code() const { return object().value(QLatin1String("code")).toString(); }
    QJsonObject data() const { return object().value(QLatin1String("data")).toObject(); }
    QByteArray header(QByteArrayView name) const;
    bool isSuccess() const { return status >= 200 && status < 300; }
    /// For failure messages.
    QString text() const;
};

using Headers = QList<QPair<QByteArray, QByteArray>>;

/// Sends JSON, gets JSON, for tests and the demo: in order and waited for, or many at once. Main thread only.
/// It repeats nothing and hides nothing: a test wants to see what came.
class JsonClient {
public:
    explicit JsonClient(const QUrl &base = {});
    /// Each call goes to the next of \a bases.
    explicit JsonClient(QList<QUrl> bases);
    ~JsonClient();

    void setBase(const QUrl &base) { m_bases = { base }; }
    void setDeadline(std::chrono::milliseconds deadline) { m_deadline = deadline; }

    /// \a path may hold a query; an undefined \a body sends none.
    JsonReply call(const QByteArray &method, const QString &path, const QJsonValue &body = QJsonValue::Undefined,
                   const Headers &headers = {});
    JsonReply get(const QString &path, const Headers &headers = {})
    {
        return call("GET", path, QJsonValue::Undefined, headers);
    }
    JsonReply post(const QString &path, const QJsonValue &body, const Headers &headers = {})
    {
        return call("POST", path, body, headers);
    }

    /// Does not wait; \a done is called from the event loop.
    void send(const QByteArray &method, const QString &path, const QJsonValue &body, const Headers &headers,
              std::function<void(const JsonReply &)> done);
    int inFlight() const { return m_inFlight; }
    /// Waits until no call is in flight.
    bool settle(std::chrono::milliseconds limit);

private:
    QList<QUrl> m_bases;
    qsizetype m_turn = 0;
    std::chrono::milliseconds m_deadline { 60000 };
    QNetworkAccessManager m_network;
    int m_inFlight = 0;
};

} // namespace slipway::support
