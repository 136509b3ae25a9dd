// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/agenda.h"
#include "tests/twin/core/settings.h"
#include "tests/twin/model/delivery.h"

#include <QJsonArray>
#include <QNetworkAccessManager>
#include <QNetworkRequest>

namespace slipway::twin {

/// What is wrong with one attempt on purpose.
struct Trouble {
    bool badSignature = false;
    bool oldTimestamp = false;
};

/// How one kind of message travels.
struct Channel {
    using Headers = QList<QPair<QByteArray, QByteArray>>;
    /// Has at least Deliveries::knobs(), without the last two where nothing is signed, and outlives the channel.
    Settings *knobs = nullptr;
    bool isSigned = true;
    /// Where it goes; empty while nobody is configured.
    std::function<QString(const Delivery &)> url;
    /// Made afresh for each attempt: signatures, tokens, ids.
    std::function<Headers(const Delivery &, const Trouble &)> headers;
    /// The waits between attempts until 2xx; the last one repeats. An empty list: sent once, whatever comes back.
    std::function<QList<std::chrono::milliseconds>()> waits;
    /// How long after the event the first attempt is made.
    std::function<std::chrono::milliseconds()> lateness;
    /// How long an answer may take.
    std::function<std::chrono::milliseconds()> patience;
    /// Statuses from 200 up to this one count as taken.
    int takenBelow = 300;
    /// After the last wait the delivery has failed, instead of going on with that wait.
    bool givesUp = false;
    /// A refusal (4xx except 408 and 429) ends the attempts: the delivery is parked.
    bool parksRefusals = false;
    /// After each attempt.
    std::function<void(const DeliveryPtr &)> tried;
};

/// Sends the twin's messages to the outside. Every delivery and every attempt is kept; one that waits goes on after a
/// restart, with the same event id. What goes wrong on the way is set per kind by its knobs: `drop`, `duplicate`,
/// `bad_signature`, `old_timestamp` (the next n), `reorder` (the next n arrive in reverse order), `hold`.
class Deliveries : public QObject {
    Q_OBJECT
public:
    Deliveries(TwinClock &clock, Store &store, Agenda &agenda);
    void reset();

    /// Where the service is (`url`, or `urls` for several instances of it) and what it shares with us. To be read;
    /// changeServices() checks more than the settings do.
    Settings services;
    /// Refuses unknown keys and values with 400.
    void changeServices(const QJsonObject &values);
    /// Empty while nobody has said. Of several instances, each delivery and each attempt of it goes to the next.
    QString serviceFor(const Delivery &delivery) const;
    static QJsonObject knobs();
    void open(const QString &kind, Channel channel);
    /// "v1=" + hex(HMAC-SHA256(secret, stamp + "." + body)), the signature of approvals, deploys and cards.
    static QByteArray signature(const QByteArray &secret, const QByteArray &stamp, const QByteArray &body, bool bad);
    /// Seconds of the machine's clock, which the receiver compares with its own; an hour ago for an old one.
    static QByteArray stamp(bool old);

    void send(const DeliveryPtr &delivery);
    /// The first attempt has been answered when this ends; the knobs do not apply.
    Task<void> sendNow(DeliveryPtr delivery);
    /// The same message once more, now, as a delivery of its own.
    DeliveryPtr repeat(const DeliveryPtr &delivery);
    /// Lets the held ones of that kind go; how many they were.
    int release(const QString &kind);
    DeliveryPtr find(qint64 id) const { return m_all.find(id); }
    const QList<DeliveryPtr> &all() const { return m_all.all(); }
    /// Empty texts match everything; \a since is exclusive.
    QJsonArray toJson(const QString &kind, const QString &eventId, qint64 since) const;

private:
    void gather(const DeliveryPtr &delivery, Settings &policy);
    void schedule(const DeliveryPtr &delivery, std::chrono::milliseconds delay);
    void setState(const DeliveryPtr &delivery, const QString &state);
    Task<void> attemptDue(QJsonObject with);
    enum class Retry : quint8 { ToBeScheduled, IsScheduled };
    Task<void> attempt(DeliveryPtr delivery, Retry retry);
    Task<Delivery::Attempt> post(DeliveryPtr delivery);
    void follow(const DeliveryPtr &delivery);
    const Channel &channelOf(const Delivery &delivery) const { return m_channels.find(delivery.kind)->second; }
    QNetworkRequest requestFor(const DeliveryPtr &delivery, const QString &url);

    TwinClock &m_clock;
    Store &m_store;
    Agenda &m_agenda;
    QNetworkAccessManager m_network;
    std::map<QString, Channel> m_channels;
    Shelf<Delivery> m_all;
};

} // namespace slipway::twin
