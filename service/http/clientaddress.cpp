// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/clientaddress.h"

#include <algorithm>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

QHostAddress plain(const QHostAddress &address)
{
    bool isV4 = false;
    const quint32 v4 = address.toIPv4Address(&isV4);
    return isV4 ? QHostAddress(v4) : address;
}

/// "1.2.3.4", "1.2.3.4:5678", "[::1]:5678", "::1"; null for anything else ("unknown", "_hidden").
QHostAddress hop(QByteArray text)
{
    text = text.trimmed();
    if (text.startsWith('['))
        text = text.mid(1, text.indexOf(']') - 1);
    else if (text.count(':') == 1)
        text = text.left(text.indexOf(':'));
    return plain(QHostAddress(QString::fromLatin1(text)));
}

} // namespace

bool isTrusted(const QHostAddress &address, const QList<configuration::Network> &trusted)
{
    return std::any_of(trusted.begin(), trusted.end(),
                       [&](const configuration::Network &network) { return network.contains(address); });
}

QHostAddress clientAddress(const httpserver::Request &request, const QList<configuration::Network> &trusted)
{
    QHostAddress client = plain(request.peer);
    if (!isTrusted(client, trusted))
        return client;
    const QList<QByteArray> hops = request.allHeaders("X-Forwarded-For").join(',').split(',');
    for (auto it = hops.rbegin(); it != hops.rend(); ++it) {
        const QHostAddress next = hop(*it);
        if (next.isNull())
            break;
        client = next;
        if (!isTrusted(client, trusted))
            break;
    }
    return client;
}

QString limitSubject(const QHostAddress &address)
{
    if (address.protocol() != QAbstractSocket::IPv6Protocol)
        return u"ip:"_s + address.toString();
    Q_IPV6ADDR bytes = address.toIPv6Address();
    std::fill(bytes.c + 8, bytes.c + 16, quint8(0));
    return u"ip:"_s + QHostAddress(bytes).toString() + u"/64"_s;
}

} // namespace slipway::http
