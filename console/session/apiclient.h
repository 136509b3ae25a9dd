// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/session/answer.h"
#include "console/session/profile.h"
#include "console/session/serverclock.h"

#include <QNetworkRequest>
#include <QObject>

#include <chrono>
#include <functional>

class QNetworkAccessManager;
class QNetworkReply;

namespace slipway::console {

/// The only one who speaks HTTP to the service. Each call is answered once, later, from the event loop, or not at all when its
/// \a context is gone by then. It repeats nothing: a read is repeated by whoever wants it anew, a mutation by nobody. Qt itself sends a
/// request again when a kept connection breaks before the first byte of the answer; therefore every mutation carries a key under which
/// the service does it once. Redirects are not followed: they could carry the token elsewhere. One thread.
class ApiClient : public QObject {
    Q_OBJECT
public:
    using Done = std::function<void(const Answer &)>;

    explicit ApiClient(QNetworkAccessManager &network, QObject *parent = nullptr);

    /// Calls under way are dropped.
    void setService(const Profile &profile, const QString &token);
    /// "en" or "zh-CN": the language of the service's sentences.
    void setLanguage(const QByteArray &tag) { m_language = tag; }
    void setDeadline(std::chrono::milliseconds deadline) { m_deadline = deadline; }

    /// \a path may hold a query.
    void get(const QString &path, QObject *context, Done done);
    void post(const QString &path, const QJsonObject &body, const QByteArray &idempotencyKey, QObject *context, Done done);
    /// For streams: the request as it would be sent, with nothing done to its reply.
    QNetworkReply *open(const QString &path, const QByteArray &accept, const QByteArray &lastEventId);

    /// Calls that are not answered yet.
    int underWay() const { return m_underWay; }
    ServerClock &clock() { return m_clock; }
    /// Of the last lines of what was asked and how it ended, without bodies; for the support bundle.
    const QStringList &journal() const { return m_journal; }

Q_SIGNALS:
    /// Another one from now on: what was read from the former is no longer true, what was asked of it is not answered.
    void serviceChanged();
    /// Any complete answer; \a isSound: the service did its work, whatever it said.
    void answered(bool isSound);

private:
    QNetworkRequest request(const QString &path) const;
    void await(QNetworkReply *reply, QObject *context, Done done);
    Answer read(QNetworkReply &reply, const QString &tlsProblem);
    void note(const QNetworkReply &reply, const Answer &answer);

    QNetworkAccessManager &m_network;
    Profile m_profile;
    QString m_token;
    QByteArray m_language = "en";
    std::chrono::milliseconds m_deadline { 20000 };
    ServerClock m_clock;
    QStringList m_journal;
    int m_underWay = 0;
    int m_era = 0; ///< Answers of an earlier profile are nobody's business.
};

} // namespace slipway::console
