// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QTcpServer>

namespace slipway::twin {

/// The service's side of the callbacks, for tests: keeps what arrives and answers with a scripted status.
class CallbackReceiver : public QObject {
    Q_OBJECT
public:
    struct Callback {
        QByteArray path;
        QList<QPair<QByteArray, QByteArray>> headers;
        QByteArray body;
        QJsonObject json;

        QByteArray header(QByteArrayView name) const;
        /// Whether the signature is right for \a secret and its time within five minutes of ours.
        bool isSignedWith(const QByteArray &secret) const;
    };

    CallbackReceiver();
    QString url() const;

    /// These statuses are answered first, in order; then always 200. Status 0: no answer, the connection stays open.
    void answerFirstWith(const QList<int> &statuses) { m_statuses = statuses; }
    /// The body of every answer; "{}" at first.
    void answerBody(const QByteArray &body) { m_body = body; }
    const QList<Callback> &received() const { return m_received; }

private:
    void accept();
    void take(QTcpSocket *socket);

    QTcpServer m_server;
    QList<int> m_statuses;
    QByteArray m_body = "{}";
    QList<Callback> m_received;
};

} // namespace slipway::twin
