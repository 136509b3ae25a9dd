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

    /// Where the service is (`url`, or `urls` for several instances of it) and what it shares with us.
    Settings services; ///< To be read; changeServices() checks more than the settings do.
    /// Empty while nobody has said. Of several instances, each delivery and each attempt of it goes to the next.
    QString serviceFor(const Delivery &delivery) const;
    /// Refuses unknown keys and values with 400.
    void changeServices(const QJsonObject &values);
