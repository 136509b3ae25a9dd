// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/cards/carddesk.h"

namespace slipway::twin {

/// A "no" in DingTalk's shape: {code, message, requestid}.
class DingTalkRefusal {
public:
    DingTalkRefusal(int httpStatus, QString errorCode, QString text)
        : status(httpStatus)
        , code(std::move(errorCode))
        , message(std::move(text))
    {
    }
    const int status;
    const QString code;
    const QString message;
};

/// The card interface of DingTalk as its clients meet it: a token that ends, cards by `outTrackId`, answers of 200 that
/// hide a failed delivery, limits answered with 403 and a code, and callbacks whose signature does not cover the body.
class DingTalk {
public:
    explicit DingTalk(Twin &twin);
    void reset();

    QJsonObject issueToken(const QJsonObject &body);
    /// Refuses a token that is unknown or ended, and calls above the limit of \a api.
    void requireCaller(const QByteArray &token, const QString &api);
    QJsonObject create(const QJsonObject &body, qint64 request);
    QJsonObject addSpaces(const QJsonObject &body);
    QJsonObject deliver(const QJsonObject &body);
    QJsonObject createAndDeliver(const QJsonObject &body, qint64 request);
    QJsonObject update(const QJsonObject &body, qint64 request);
    QJsonObject registerCallback(const QJsonObject &body);
    void send(const CardPtr &card, const CardEventPtr &event);

    static constexpr auto provider = "dingtalk";

private:
    CardPtr made(const QJsonObject &body, qint64 request);
    CardPtr wanted(const QJsonObject &body) const;
    QJsonArray deliverResults(const CardPtr &card);
    QString callbackUrl(const Delivery &delivery) const;
    void tried(const DeliveryPtr &delivery);
    CardRoutePtr route(const QString &key) const;

    Twin &m_twin;
    Shelf<CardToken> m_tokens;
};

} // namespace slipway::twin
