// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/origin.h"

#include <QUrl>

namespace slipway::http {

bool comesFromOurselves(const httpserver::Request &request)
{
    if (const QByteArray site = request.header("Sec-Fetch-Site").toLower();
        !site.isEmpty() && site != "same-origin" && site != "none")
        return false;
    const QByteArray origin = request.header("Origin");
    if (origin.isEmpty())
        return true;
    // "null" (a sandboxed frame, a data: page) has no host and so equals nothing. Default ports are not written in Host
    // either.
    const QUrl url = QUrl::fromEncoded(origin, QUrl::StrictMode);
    QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    if (url.port() > 0)
        host += ':' + QByteArray::number(url.port());
    return !host.isEmpty() && host.compare(request.header("Host"), Qt::CaseInsensitive) == 0;
}

} // namespace slipway::http
