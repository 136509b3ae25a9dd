// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/core/twinclock.h"

#include <QJsonArray>
#include <QNetworkAccessManager>

#include <memory>

namespace slipway::twin {

/// One message to the service, with everything that happened to it.
struct Delivery {
    struct Attempt {
        Instant at {};
        int status = 0; ///< 0: no answer.
        QString error;
    };
    qint64 id = 0;
    QString kind; ///< approval, deploy, webhook
    QString eventId;
    QString path; ///< Below the service's URL.
    QByteArray body;
    QString state = QStringLiteral("waiting"); ///< waiting, held, delivered, dropped, failed
    QList<Attempt> attempts;
    QList<QPair<QByteArray, QByteArray>> headers; ///< Besides the signature.
    bool repeated = true; ///< Again until 2xx; a webhook is sent once.
};

using DeliveryPtr = std::shared_ptr<Delivery>;

/// Sends the twin's callbacks to the configured service: signed afresh for each attempt, repeated until 2xx with the
/// same event id. A set of knobs (drop, duplicate, hold, bad_signature) decides per kind what goes wrong on the way.
class Deliveries : public QObject {
    Q_OBJECT
public:
    explicit Deliveries(TwinClock &clock);
    void reset();

    /// url, approval_secret, approval_token, deploy_secret, webhook_secret, webhooks, retry_ms.
    Settings services;
    /// The four knobs every kind of callback has, with their defaults.
    static QJsonObject knobs();

    /// Sends \a delivery according to \a policy, which has at least the four knobs and must outlive it.
    void send(const DeliveryPtr &delivery, Settings &policy);
    /// Lets the held ones of that kind go.
    void release(const QString &kind);
    QJsonArray toJson(const QString &kind) const;

private:
    Task<void> deliver(DeliveryPtr delivery, Settings *policy);
    Task<bool> attempt(DeliveryPtr delivery, bool badSignature);
    QByteArray secretFor(const QString &kind) const;
    std::chrono::milliseconds waitAfter(int attempts) const;

    TwinClock &m_clock;
    QNetworkAccessManager m_network;
    QList<DeliveryPtr> m_all;
    QList<QPair<DeliveryPtr, Settings *>> m_held;
    int m_generation = 0; ///< Grows with each reset: what was on its way then is not repeated.
};

} // namespace slipway::twin
