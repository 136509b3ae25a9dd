// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/httpclient.h"
#include "service/outbound/retryafter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace slipway::outbound {

QByteArray Answer::header(QByteArrayView name) const { return headerOf(headers, name); }

QJsonValue Answer::json() const
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    if (document.isObject())
        return document.object();
    if (document.isArray())
        return document.array();
    return QJsonValue(QJsonValue::Undefined);
}

std::optional<std::chrono::milliseconds> Answer::retryAfter() const
{
    if (wait)
        return wait;
    return retryAfterOf(headers, std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()));
}

bool Answer::isTransient() const
{
    if (transport != Transport::Answered || status == 408 || status == 429 || status >= 500)
        return true;
    return isSuccess() && status != 204 && json().isUndefined();
}

} // namespace slipway::outbound
