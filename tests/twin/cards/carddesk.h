// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/model/card.h"
#include "tests/twin/model/world.h"
#include "tests/twin/systems/deliveries.h"

namespace slipway::twin {

struct Twin;

/// What both card providers have in common: the cards and their events, the knobs, delivery to targets, the click, and
/// how fast what is shown follows what was said.
class CardDesk {
public:
    explicit CardDesk(Twin &twin);
    void reset();

    /// Refuses unknown keys and values with 400.
    void change(const QJsonObject &values);
    Settings policy; ///< To be read; change() checks more than the settings do.

    CardPtr find(const QString &provider, const QString &key) const;
    CardEventPtr event(const QString &eventId) const;
    const Shelf<Card> &cards() const { return m_cards; }
    const Shelf<CardEvent> &events() const { return m_events; }
    Shelf<CardRoute> routes;

    /// Books a new card; nobody sees it yet.
    void add(const CardPtr &card, qint64 request);
    void changed(const CardPtr &card) { m_cards.changed(card); }
    void changed(const CardEventPtr &event) { m_events.changed(event); }
    /// Tries every target; those that the knob `deliver_fail` names fail.
    void deliver(const CardPtr &card);
    /// Books new content, which is shown at once or, so soon after the last time, a little later.
    void update(const CardPtr &card, qint64 request);
    /// Counts a call against the limit of its API (`qps`, `qps_next`); false when it is exceeded.
    bool admit(const QString &api);

    struct Click {
        QString user;
        QString action;
        QJsonObject params;
        QJsonObject inputs;
        std::optional<int> revision; ///< What the user saw; else what is shown.
        bool force = false; ///< Also on a card that takes no clicks any more.
    };
    /// Somebody clicks. Refuses with 400 (no such action) and 409 (final, expired, not delivered).
    CardEventPtr click(const CardPtr &card, const Click &click);

    QJsonObject toJson(const Card &card) const;
    QJsonObject toJson(const CardEvent &event) const;

private:
    void show(const CardPtr &card);
    void expire(const CardPtr &card);
    QJsonObject paramsOf(const Card &card, const Click &click) const;

    Twin &m_twin;
    Shelf<Card> m_cards;
    Shelf<CardEvent> m_events;
    QHash<QString, QList<Instant>> m_calls; ///< Of the last second, by API.
};

} // namespace slipway::twin
