// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHostAddress>
#include <QNetworkProxyFactory>

namespace slipway::outbound {

/// The machine's proxy settings for the world, none for ourselves: a proxy cannot reach our loopback, and must not see
/// it.
class LoopbackProxyRule final : public QNetworkProxyFactory {
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        const QString host = query.peerHostName();
        const bool loopback = host.compare(QLatin1StringView("localhost"), Qt::CaseInsensitive) == 0
            || host.endsWith(QLatin1StringView(".localhost"), Qt::CaseInsensitive) || QHostAddress(host).isLoopback();
        if (loopback)
            return { QNetworkProxy(QNetworkProxy::NoProxy) };
        return QNetworkProxyFactory::systemProxyForQuery(query);
    }
};

} // namespace slipway::outbound
