// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

class QNetworkReply;

namespace slipway::console {

class ApiClient;

/// GET /ops/v1/events: tells that something changed, as server-sent events. Goes on where it broke off (Last-Event-ID), waits longer
/// after each failure, and takes a silent connection for a dead one. A service without it is asked again now and then; until then its
/// owner asks by the clock.
class EventStream : public QObject {
    Q_OBJECT
public:
    explicit EventStream(ApiClient &api, QObject *parent = nullptr);
    ~EventStream() override;

    void begin();
    void end();
    /// Events come: no need to ask often.
    bool isLive() const { return m_isLive; }

    /// What is read off a stream; apart from the network for the test.
    void take(const QByteArray &bytes);

Q_SIGNALS:
    /// \a kind is the event's name, "message" without one; \a text its data.
    void changed(const QString &kind, const QByteArray &text);
    void liveChanged(bool isLive);

private:
    void connectNow();
    void takeLine(const QByteArray &line);
    void dispatch();
    void setLive(bool isLive);
    void retry();

    ApiClient &m_api;
    QPointer<QNetworkReply> m_reply;
    QTimer m_retry;
    QTimer m_silence;
    QByteArray m_rest; ///< Of a line that is not whole yet.
    QByteArray m_lastId;
    QByteArray m_nextId;
    QString m_kind;
    QByteArray m_text;
    int m_failures = 0;
    bool m_isLive = false;
    bool m_isWanted = false;
};

} // namespace slipway::console
