// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QString>

#include <memory>

namespace slipway::twin {

/// One message to the outside, with everything that happened to it.
struct Delivery {
    struct Attempt {
        Instant at {};
        int status = 0; ///< 0: no answer.
        QString error;
        QByteArray answer; ///< The beginning of the answer's body.
        qint64 tookMs = 0; ///< By the machine's clock.
    };

    qint64 id = 0;
    QString kind; ///< The channel: approval, deploy, webhook, card, dingtalk.
    qint64 owner = 0; ///< What it belongs to within its channel: a hook, a card; 0 for none.
    QString trigger; ///< What happened, in the channel's own word.
    QString eventId; ///< The same for every attempt and every repetition of one event.
    QString origin; ///< Shared by all messages of one cause.
    QByteArray body;
    QString state = QStringLiteral("waiting"); ///< waiting, held, gathered, delivered, dropped, failed, parked
    qint64 after = 0; ///< Not before that other one was tried.
    QList<Attempt> attempts;
    QList<QPair<QByteArray, QByteArray>> headers; ///< As the last attempt sent them.
    Instant createdAt {};
};

template <>
struct Stored<Delivery::Attempt> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "at", &Delivery::Attempt::at },
        Kept { "status", &Delivery::Attempt::status },
        Kept { "error", &Delivery::Attempt::error },
        Kept { "answer", &Delivery::Attempt::answer },
        Kept { "took_ms", &Delivery::Attempt::tookMs },
        // clang-format on
    };
};

template <>
struct Stored<Delivery> {
    static constexpr auto table = "deliveries";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Delivery::id },
        Kept { "kind", &Delivery::kind },
        Kept { "owner", &Delivery::owner },
        Kept { "trigger", &Delivery::trigger },
        Kept { "event_id", &Delivery::eventId },
        Kept { "origin", &Delivery::origin },
        Kept { "body", &Delivery::body },
        Kept { "state", &Delivery::state },
        Kept { "after", &Delivery::after },
        Kept { "attempts", &Delivery::attempts },
        Kept { "headers", &Delivery::headers },
        Kept { "created_at", &Delivery::createdAt },
        // clang-format on
    };
};

using DeliveryPtr = std::shared_ptr<Delivery>;

} // namespace slipway::twin
