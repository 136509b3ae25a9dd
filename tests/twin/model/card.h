// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>

namespace slipway::twin {

/// An interactive card and what its receivers see of it. `revision` is what the sender has said last; the content that
/// is shown follows in steps of at least a second.
struct Card {
    qint64 id = 0;
    QString provider; ///< gateway, dingtalk
    QString key; ///< The sender's: card_key, outTrackId.
    QJsonObject request; ///< As it was made; a repeat must be equal.
    QString route; ///< DingTalk: the callback route.
    int revision = 1;
    int shownRevision = 0; ///< 0 while nobody sees it.
    QJsonObject content; ///< What the sender wants shown.
    QJsonObject shown; ///< What is shown.
    QJsonObject privateContent; ///< By user.
    QJsonArray actions;
    QJsonArray targets;
    QJsonArray deliveries; ///< What became of it at each target.
    QString state = QStringLiteral("pending"); ///< pending, delivered, failed, final, expired
    std::optional<Instant> expiresAt;
    std::optional<Instant> shownAt;
    qint64 lastEvent = 0;
    Instant createdAt {};
};

/// Somebody clicked: one event, however often it is told.
struct CardEvent {
    qint64 id = 0; ///< The `seq`.
    qint64 cardId = 0;
    QString cardKey;
    QString eventId;
    QJsonObject body;
    QJsonObject answer; ///< What the receiver said last: {toast?, card?}.
    Instant at {};
};

/// Where DingTalk sends the clicks of a route.
struct CardRoute {
    qint64 id = 0;
    QString key;
    QString url;
    QString secret;
};

/// One access token of the DingTalk-like interface.
struct CardToken {
    qint64 id = 0;
    QString value;
    Instant expiresAt {};
};

template <>
struct Stored<CardToken> {
    static constexpr auto table = "card_tokens";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &CardToken::id },
        Kept { "value", &CardToken::value },
        Kept { "expires_at", &CardToken::expiresAt },
        // clang-format on
    };
};

template <>
struct Stored<Card> {
    static constexpr auto table = "cards";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Card::id },
        Kept { "provider", &Card::provider },
        Kept { "key", &Card::key },
        Kept { "request", &Card::request },
        Kept { "route", &Card::route },
        Kept { "revision", &Card::revision },
        Kept { "shown_revision", &Card::shownRevision },
        Kept { "content", &Card::content },
        Kept { "shown", &Card::shown },
        Kept { "private", &Card::privateContent },
        Kept { "actions", &Card::actions },
        Kept { "targets", &Card::targets },
        Kept { "deliveries", &Card::deliveries },
        Kept { "state", &Card::state },
        Kept { "expires_at", &Card::expiresAt },
        Kept { "shown_at", &Card::shownAt },
        Kept { "last_event", &Card::lastEvent },
        Kept { "created_at", &Card::createdAt },
        // clang-format on
    };
};

template <>
struct Stored<CardEvent> {
    static constexpr auto table = "card_events";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &CardEvent::id },
        Kept { "card_id", &CardEvent::cardId },
        Kept { "card_key", &CardEvent::cardKey },
        Kept { "event_id", &CardEvent::eventId },
        Kept { "body", &CardEvent::body },
        Kept { "answer", &CardEvent::answer },
        Kept { "at", &CardEvent::at },
        // clang-format on
    };
};

template <>
struct Stored<CardRoute> {
    static constexpr auto table = "card_routes";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &CardRoute::id },
        Kept { "key", &CardRoute::key },
        Kept { "url", &CardRoute::url },
        Kept { "secret", &CardRoute::secret },
        // clang-format on
    };
};

using CardPtr = std::shared_ptr<Card>;
using CardEventPtr = std::shared_ptr<CardEvent>;
using CardRoutePtr = std::shared_ptr<CardRoute>;

} // namespace slipway::twin
