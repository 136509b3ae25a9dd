// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/refusal.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace slipway::twin {

using namespace Qt::StringLiterals;

Refusal::Refusal(int status, const QJsonObject &body)
    : m_status(status)
    , m_body(QJsonDocument(body).toJson(QJsonDocument::Compact))
{
}

Refusal Refusal::message(int status, const QJsonValue &text) { return Refusal(status, QJsonObject { { u"message"_s, text } }); }

Refusal Refusal::error(int status, const QString &text) { return Refusal(status, QJsonObject { { u"error"_s, text } }); }

Refusal Refusal::missing(const QString &what) { return message(404, u"404 %1 Not Found"_s.arg(what)); }

Refusal Refusal::noRecord() { return message(404, u"404 Not found"_s); }

Refusal Refusal::forbidden(const QString &reason)
{
    return message(403, reason.isEmpty() ? u"403 Forbidden"_s : u"403 Forbidden - "_s + reason);
}

Refusal Refusal::unauthorized() { return message(401, u"401 Unauthorized"_s); }

Refusal &Refusal::withHeader(const QByteArray &name, const QByteArray &value)
{
    m_headers.append({ name, value });
    return *this;
}

httpserver::Reply Refusal::toReply() const
{
    httpserver::Reply reply;
    reply.status = m_status;
    reply.body = m_body;
    reply.headers = m_headers;
    return reply;
}

} // namespace slipway::twin
