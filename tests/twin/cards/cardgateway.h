// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/cards/carddesk.h"

namespace slipway::twin {

/// The generic card gateway: cards by the sender's key, updated by revisions, final once they say so; each click is a
/// signed event that is sent until it is taken, and parked when it is refused.
class CardGateway {
public:
    explicit CardGateway(Twin &twin);

    struct Answer {
        int status;
        QJsonObject body;
        int retryAfter = 0; ///< Seconds; 0 for none.
    };
    /// 201, 200 for the same once more, 409 for another card under the key, 400 naming what is malformed.
    Answer put(const QString &key, const QJsonObject &body, qint64 request);
    /// 200, 409 (stale, final), 410 (the provider's handle is gone), 404.
    Answer patch(const QString &key, const QJsonObject &body, qint64 request);
    /// Events after \a seq, oldest first.
    QJsonObject eventsAfter(qint64 seq) const;
    void send(const CardEventPtr &event);

    static constexpr auto provider = "gateway";

private:
    void tried(const DeliveryPtr &delivery);
    static void requireForm(const QJsonObject &body);

    Twin &m_twin;
};

} // namespace slipway::twin
