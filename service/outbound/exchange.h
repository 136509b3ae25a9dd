// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/outbound/httpclient.h"
#include "service/outbound/oneshotbody.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>

namespace slipway::outbound {

/// One request and its answer, waited for in a local event loop. Used once, on the thread of its access manager.
class Exchange {
public:
    /// \a left is what remains of the call's deadline.
    Exchange(QNetworkAccessManager &network, const Call &call, const QUrl &url, std::chrono::milliseconds left);
    ~Exchange();
    Exchange(const Exchange &) = delete;
    Exchange &operator=(const Exchange &) = delete;

    Answer wait();

private:
    QNetworkRequest request(const QUrl &url) const;
    void start(QNetworkAccessManager &network, const QUrl &url);
    void stop(const QString &why);
    void takeBytes();
    void checkSize();
    Answer conclude();

    const Call &m_call;
    std::chrono::milliseconds m_left;
    OneShotBody m_body;
    std::unique_ptr<QNetworkReply> m_reply;
    QByteArray m_bytes;
    QString m_stopped; ///< Why we ended it ourselves; empty when we did not.
    bool m_alive = false; ///< A connection stands.
};

} // namespace slipway::outbound
