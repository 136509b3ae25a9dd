// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/deliveries.h"

#include <QMessageAuthenticationCode>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultServices()
{
    return Settings({ { u"url"_s, QString() },
                      { u"approval_secret"_s, QString() },
                      { u"approval_token"_s, QString() },
                      { u"deploy_secret"_s, QString() },
                      { u"webhook_secret"_s, QString() },
                      { u"webhooks"_s, false },
                      { u"retry_ms"_s, QJsonArray { 1000, 5000, 30000, 120000, 600000 } } });
}

/// Waits for one answer; await_resume hands it out, read completely.
struct Post {
    QNetworkAccessManager &network;
    QNetworkRequest request;
    QByteArray body;
    int status = 0;
    QString error;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter)
    {
        QNetworkReply *reply = network.post(request, body);
        QObject::connect(reply, &QNetworkReply::finished, &network, [this, reply, waiter] {
            status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
            error = status == 0 ? reply->errorString() : QString();
            reply->deleteLater();
            waiter.resume();
        });
    }
    Delivery::Attempt await_resume() const { return { {}, status, error }; }
};

} // namespace

Deliveries::Deliveries(TwinClock &clock)
    : services(defaultServices())
    , m_clock(clock)
{
    // A proxy of the environment must never carry a callback to loopback.
    m_network.setProxy(QNetworkProxy::NoProxy);
}

void Deliveries::reset()
{
    services = defaultServices();
    m_all.clear();
    m_held.clear();
    ++m_generation;
}

QJsonObject Deliveries::knobs()
{
    return { { u"drop"_s, 0 }, { u"duplicate"_s, 0 }, { u"hold"_s, false }, { u"bad_signature"_s, 0 } };
}

QByteArray Deliveries::secretFor(const QString &kind) const
{
    return services.text(kind == "approval"_L1 ? "approval_secret"_L1 : "deploy_secret"_L1).toUtf8();
}

std::chrono::milliseconds Deliveries::waitAfter(int attempts) const
{
    const QStringList waits = services.list("retry_ms"_L1);
    return std::chrono::milliseconds(waits.isEmpty() ? 1000 : waits[qMin<qsizetype>(attempts, waits.size()) - 1].toLongLong());
}

void Deliveries::send(const DeliveryPtr &delivery, Settings &policy)
{
    delivery->id = m_all.size() + 1;
    m_all.append(delivery);
    if (policy.consume("drop"_L1)) {
        delivery->state = u"dropped"_s;
        return;
    }
    if (policy.isSet("hold"_L1)) {
        delivery->state = u"held"_s;
        m_held.append({ delivery, &policy });
        return;
    }
    spawn(deliver(delivery, &policy));
    if (policy.consume("duplicate"_L1)) {
        auto twice = std::make_shared<Delivery>(*delivery);
        twice->id = m_all.size() + 1;
        m_all.append(twice);
        spawn(deliver(twice, &policy));
    }
}

void Deliveries::release(const QString &kind)
{
    const auto held = std::exchange(m_held, {});
    for (const auto &[delivery, policy] : held) {
        if (delivery->kind != kind) {
            m_held.append({ delivery, policy });
            continue;
        }
        delivery->state = u"waiting"_s;
        spawn(deliver(delivery, policy));
    }
}

Task<void> Deliveries::deliver(DeliveryPtr delivery, Settings *policy)
{
    const int generation = m_generation;
    while (true) {
        const bool arrived = co_await attempt(delivery, policy->consume("bad_signature"_L1));
        if (generation != m_generation)
            co_return;
        if (arrived || !delivery->repeated) {
            delivery->state = arrived ? u"delivered"_s : u"failed"_s;
            co_return;
        }
        co_await m_clock.sleep(waitAfter(int(delivery->attempts.size())));
    }
}

Task<bool> Deliveries::attempt(DeliveryPtr delivery, bool badSignature)
{
    const QString base = services.text("url"_L1);
    Delivery::Attempt attempt;
    if (base.isEmpty()) {
        attempt.error = u"no service is configured"_s;
    } else {
        QNetworkRequest request(QUrl(base + delivery->path));
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        request.setTransferTimeout(10000);
        for (const auto &[name, value] : delivery->headers)
            request.setRawHeader(name, value);
        if (delivery->kind != "webhook"_L1) {
            // The machine's time, not the twin's: the receiver compares it with its own clock.
            const qint64 seconds = QDateTime::currentSecsSinceEpoch();
            const QByteArray stamp = QByteArray::number(seconds);
            QByteArray secret = secretFor(delivery->kind);
            if (badSignature)
                secret.append("-wrong");
            const QByteArray sign =
                QMessageAuthenticationCode::hash(stamp + '.' + delivery->body, secret, QCryptographicHash::Sha256).toHex();
            request.setRawHeader("X-Slipway-Timestamp", stamp);
            request.setRawHeader("X-Slipway-Signature", "v1=" + sign);
        }
        Post post { m_network, request, delivery->body };
        attempt = co_await post;
    }
    attempt.at = m_clock.now();
    delivery->attempts.append(attempt);
    co_return attempt.status >= 200 && attempt.status < 300;
}

QJsonArray Deliveries::toJson(const QString &kind) const
{
    QJsonArray list;
    for (const DeliveryPtr &delivery : m_all) {
        if (!kind.isEmpty() && delivery->kind != kind)
            continue;
        QJsonArray attempts;
        for (const Delivery::Attempt &attempt : delivery->attempts) {
            attempts.append(
                QJsonObject { { u"at"_s, toIso(attempt.at) }, { u"status"_s, attempt.status }, { u"error"_s, attempt.error } });
        }
        list.append(QJsonObject { { u"id"_s, delivery->id },
                                  { u"kind"_s, delivery->kind },
                                  { u"event_id"_s, delivery->eventId },
                                  { u"url"_s, services.text("url"_L1) + delivery->path },
                                  { u"body"_s, QString::fromUtf8(delivery->body) },
                                  { u"state"_s, delivery->state },
                                  { u"attempts"_s, attempts } });
    }
    return list;
}

} // namespace slipway::twin
