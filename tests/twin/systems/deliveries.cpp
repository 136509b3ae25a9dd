// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/deliveries.h"

#include "tests/twin/core/refusal.h"

#include <QElapsedTimer>
#include <QMessageAuthenticationCode>
#include <QNetworkProxy>
#include <QNetworkReply>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr qsizetype keptAnswer = 4096;

Settings defaultServices()
{
    return Settings({ { u"url"_s, QString() },
                      { u"urls"_s, QJsonArray() },
                      { u"approval_secret"_s, QString() },
                      { u"approval_token"_s, QString() },
                      { u"deploy_secret"_s, QString() },
                      { u"card_secret"_s, QString() },
                      { u"card_token"_s, QString() },
                      { u"permission_token"_s, QString() },
                      { u"webhook_secret"_s, QString() },
                      { u"webhooks"_s, false },
                      { u"retry_ms"_s, QJsonArray { 1000, 5000, 30000, 120000, 600000 } } });
}

/// Waits for one answer; await_resume hands it out, read completely.
struct Post {
    QNetworkAccessManager &network;
    QNetworkRequest request;
    QByteArray body;
    Delivery::Attempt attempt;
    QElapsedTimer timer;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter)
    {
        timer.start();
        QNetworkReply *reply = network.post(request, body);
        QObject::connect(reply, &QNetworkReply::finished, &network, [this, reply, waiter] {
            attempt.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
            attempt.error = attempt.status == 0 ? reply->errorString() : QString();
            attempt.answer = reply->readAll().left(keptAnswer);
            attempt.tookMs = timer.elapsed();
            reply->deleteLater();
            waiter.resume();
        });
    }
    Delivery::Attempt await_resume() const { return attempt; }
};

bool isRefusal(int status) { return status >= 400 && status < 500 && status != 408 && status != 429; }

} // namespace

Deliveries::Deliveries(TwinClock &clock, Store &store, Agenda &agenda)
    : services(defaultServices())
    , m_clock(clock)
    , m_store(store)
    , m_agenda(agenda)
    , m_all(store)
{
    // A proxy of the environment must never carry a callback to loopback.
    m_network.setProxy(QNetworkProxy::NoProxy);
    store.keepSettings(u"services"_s, services);
    agenda.defineLengthy(u"delivery.attempt"_s, [this](QJsonObject with) { return attemptDue(std::move(with)); });
}

void Deliveries::reset()
{
    services.restore(defaultServices().values());
    m_all.clear();
}

void Deliveries::changeServices(const QJsonObject &values)
{
    const QString url = values[u"url"_s].toString();
    if (!url.isEmpty() && !QUrl(url, QUrl::StrictMode).scheme().startsWith(u"http"))
        throw Refusal::error(400, u"url must be an address with http or https"_s);
    const QJsonArray waits = values[u"retry_ms"_s].toArray();
    for (const QJsonValue &wait : waits) {
        if (!wait.isDouble() || wait.toInteger(-1) < 1)
            throw Refusal::error(400, u"retry_ms must be a list of milliseconds from 1 on"_s);
    }
    if (values.contains(u"retry_ms"_s) && waits.isEmpty())
        throw Refusal::error(400, u"retry_ms must be a list of milliseconds"_s);
    services.change(values);
    const QList<DeliveryPtr> all = m_all.all();
    for (const DeliveryPtr &delivery : all) {
        if (delivery->state != "unaddressed"_L1 || channelOf(*delivery).url(*delivery).isEmpty())
            continue;
        setState(delivery, u"waiting"_s);
        schedule(delivery, milliseconds(0));
    }
}

QJsonObject Deliveries::knobs()
{
    return { { u"drop"_s, 0 },    { u"duplicate"_s, 0 },     { u"hold"_s, false },
             { u"reorder"_s, 0 }, { u"bad_signature"_s, 0 }, { u"old_timestamp"_s, 0 } };
}

void Deliveries::open(const QString &kind, Channel channel) { m_channels.insert_or_assign(kind, std::move(channel)); }

QByteArray Deliveries::stamp(bool old) { return QByteArray::number(QDateTime::currentSecsSinceEpoch() - (old ? 3600 : 0)); }

QByteArray Deliveries::signature(const QByteArray &secret, const QByteArray &stamp, const QByteArray &body, bool bad)
{
    const QByteArray key = bad ? secret + "-wrong" : secret;
    return "v1=" + QMessageAuthenticationCode::hash(stamp + '.' + body, key, QCryptographicHash::Sha256).toHex();
}

QString Deliveries::serviceFor(const Delivery &delivery) const
{
    const QStringList urls = services.list("urls"_L1);
    return urls.isEmpty() ? services.text("url"_L1) : urls[(delivery.id + delivery.attempts.size()) % urls.size()];
}

void Deliveries::setState(const DeliveryPtr &delivery, const QString &state)
{
    delivery->state = state;
    m_all.changed(delivery);
}

void Deliveries::send(const DeliveryPtr &delivery)
{
    Settings &policy = *channelOf(*delivery).knobs;
    delivery->createdAt = m_clock.now();
    m_all.add(delivery);
    if (policy.consume("drop"_L1))
        return setState(delivery, u"dropped"_s);
    if (policy.isSet("hold"_L1))
        return setState(delivery, u"held"_s);
    if (policy.number("reorder"_L1) > 0)
        return gather(delivery, policy);
    schedule(delivery, channelOf(*delivery).lateness());
    if (policy.consume("duplicate"_L1))
        repeat(delivery);
}

/// Collects until the number is complete; then the last one goes first, and each waits for the one before it.
void Deliveries::gather(const DeliveryPtr &delivery, Settings &policy)
{
    setState(delivery, u"gathered"_s);
    policy.consume("reorder"_L1);
    if (policy.number("reorder"_L1) > 0)
        return;
    DeliveryPtr previous;
    const QList<DeliveryPtr> all = m_all.all();
    for (auto it = all.crbegin(); it != all.crend(); ++it) {
        const DeliveryPtr &each = *it;
        if (each->kind != delivery->kind || each->state != "gathered"_L1)
            continue;
        each->after = previous ? previous->id : 0;
        setState(each, u"waiting"_s);
        if (!previous)
            schedule(each, channelOf(*each).lateness());
        previous = each;
    }
}

Task<void> Deliveries::sendNow(DeliveryPtr delivery)
{
    delivery->createdAt = m_clock.now();
    m_all.add(delivery);
    // Who waits here may be killed while the message is on its way; the appointment then sends it again.
    const Channel &channel = channelOf(*delivery);
    const QList<milliseconds> waits = channel.waits();
    schedule(delivery, channel.patience() + (waits.isEmpty() ? milliseconds(0) : waits.first()));
    co_await attempt(delivery, Retry::IsScheduled);
}

DeliveryPtr Deliveries::repeat(const DeliveryPtr &delivery)
{
    auto again = std::make_shared<Delivery>(*delivery);
    again->state = u"waiting"_s;
    again->attempts.clear();
    again->headers.clear();
    again->after = 0;
    again->createdAt = m_clock.now();
    m_all.add(again);
    schedule(again, channelOf(*again).lateness());
    return again;
}

int Deliveries::release(const QString &kind)
{
    int released = 0;
    const QList<DeliveryPtr> all = m_all.all();
    for (const DeliveryPtr &delivery : all) {
        if (delivery->kind != kind || (delivery->state != "held"_L1 && delivery->state != "gathered"_L1))
            continue;
        setState(delivery, u"waiting"_s);
        schedule(delivery, milliseconds(0));
        ++released;
    }
    return released;
}

void Deliveries::schedule(const DeliveryPtr &delivery, milliseconds delay)
{
    m_agenda.after(delay, u"delivery.attempt"_s, { { u"delivery"_s, delivery->id } });
}

Task<void> Deliveries::attemptDue(QJsonObject with)
{
    const DeliveryPtr delivery = m_all.find(with[u"delivery"_s].toInteger());
    if (delivery && delivery->state == "waiting"_L1)
        co_await attempt(delivery, Retry::ToBeScheduled);
}

Task<void> Deliveries::attempt(DeliveryPtr delivery, Retry retry)
{
    const Delivery::Attempt attempt = co_await post(delivery);
    if (m_all.find(delivery->id) != delivery)
        co_return; // A reset came between.
    delivery->attempts.append(attempt);
    delivery->attempts.last().at = m_clock.now();
    const Channel &channel = channelOf(*delivery);
    const QList<milliseconds> waits = channel.waits();
    if (attempt.status >= 200 && attempt.status < channel.takenBelow) {
        delivery->state = u"delivered"_s;
    } else if (waits.isEmpty() || (channel.givesUp && delivery->attempts.size() > waits.size())) {
        delivery->state = u"failed"_s;
    } else if (channel.parksRefusals && isRefusal(attempt.status)) {
        delivery->state = u"parked"_s;
    } else if (channel.url(*delivery).isEmpty()) {
        delivery->state = u"unaddressed"_s; // Until there is somebody: trying again would reach nobody either.
    } else if (retry == Retry::ToBeScheduled) {
        schedule(delivery, waits[qMin(delivery->attempts.size(), waits.size()) - 1]);
    }
    m_all.changed(delivery);
    if (channel.tried)
        channel.tried(delivery);
    if (delivery->attempts.size() == 1)
        follow(delivery);
}

void Deliveries::follow(const DeliveryPtr &delivery)
{
    for (const DeliveryPtr &each : m_all) {
        if (each->after == delivery->id && each->state == "waiting"_L1 && each->attempts.isEmpty())
            return schedule(each, milliseconds(0));
    }
}

QNetworkRequest Deliveries::requestFor(const DeliveryPtr &delivery, const QString &url)
{
    const Channel &channel = channelOf(*delivery);
    Trouble trouble;
    if (channel.isSigned) {
        trouble.badSignature = channel.knobs->consume("bad_signature"_L1);
        trouble.oldTimestamp = channel.knobs->consume("old_timestamp"_L1);
    }
    QNetworkRequest request { QUrl(url) };
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setTransferTimeout(int(channel.patience().count()));
    delivery->headers = channel.headers(*delivery, trouble);
    for (const auto &[name, value] : std::as_const(delivery->headers))
        request.setRawHeader(name, value);
    return request;
}

Task<Delivery::Attempt> Deliveries::post(DeliveryPtr delivery)
{
    const QString url = channelOf(*delivery).url(*delivery);
    if (url.isEmpty()) {
        Delivery::Attempt nowhere;
        nowhere.error = u"no service is configured"_s;
        co_return nowhere;
    }
    Post post { m_network, requestFor(delivery, url), delivery->body, {}, {} };
    m_all.changed(delivery);
    // What the message says has happened must be on disk before anybody hears of it.
    m_store.commit();
    const Delivery::Attempt attempt = co_await post;
    co_return attempt;
}

QJsonArray Deliveries::toJson(const QString &kind, const QString &eventId, qint64 since) const
{
    QJsonArray list;
    for (const DeliveryPtr &delivery : m_all) {
        if (delivery->id <= since || (!kind.isEmpty() && delivery->kind != kind)
            || (!eventId.isEmpty() && delivery->eventId != eventId))
            continue;
        QJsonArray attempts;
        for (const Delivery::Attempt &attempt : std::as_const(delivery->attempts)) {
            attempts.append(QJsonObject { { u"at"_s, toIso(attempt.at) },
                                          { u"status"_s, attempt.status },
                                          { u"error"_s, attempt.error },
                                          { u"answer"_s, QString::fromUtf8(attempt.answer) },
                                          { u"took_ms"_s, attempt.tookMs } });
        }
        list.append(QJsonObject { { u"id"_s, delivery->id },
                                  { u"kind"_s, delivery->kind },
                                  { u"trigger"_s, delivery->trigger },
                                  { u"owner"_s, delivery->owner },
                                  { u"event_id"_s, delivery->eventId },
                                  { u"url"_s, channelOf(*delivery).url(*delivery) },
                                  { u"body"_s, QString::fromUtf8(delivery->body) },
                                  { u"state"_s, delivery->state },
                                  { u"attempts"_s, attempts } });
    }
    return list;
}

} // namespace slipway::twin
