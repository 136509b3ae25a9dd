// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/spoiledanswers.h"

#include "tests/twin/rest/authentication.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QLocale>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Header;
using httpserver::Reply;

namespace {

Reply rateLimited(const QJsonObject &settings, Instant now)
{
    const int wait = settings[u"retry_after"_s].toInt(1);
    const int limit = settings[u"limit"_s].toInt(10);
    const QString style = settings[u"style"_s].toString();
    Reply reply;
    reply.status = 429;
    if (style == "plain"_L1) {
        reply.headers = { { "Retry-After", QByteArray::number(wait) } };
        reply.body = R"({"message":"429 Too Many Requests"})";
        return reply;
    }
    if (style == "action"_L1) {
        reply.body = R"({"message":{"error":"This endpoint has been requested too many times. Try again later."}})";
        return reply;
    }
    const qint64 seconds = std::chrono::ceil<std::chrono::seconds>(now.time_since_epoch()).count() + wait;
    const QDateTime reset = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    const QString date = QLocale::c().toString(reset, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    reply.contentType = "text/plain";
    reply.body = "Retry later\n";
    reply.headers = { { "Retry-After", QByteArray::number(wait) },
                      { "RateLimit-Name", "throttle_authenticated_api" },
                      { "RateLimit-Limit", QByteArray::number(limit) },
                      { "RateLimit-Observed", QByteArray::number(limit + 1) },
                      { "RateLimit-Remaining", "0" },
                      { "RateLimit-Reset", QByteArray::number(seconds) },
                      { "RateLimit-ResetTime", date.toLatin1() } };
    return reply;
}

Reply unauthorized(const QString &style)
{
    if (style == "expired"_L1)
        return expiredToken().toReply();
    if (style == "revoked"_L1)
        return revokedToken().toReply();
    if (style == "invalid_token"_L1)
        return invalidToken(u"Token was not found. You have to re-authorize from the user."_s).toReply();
    if (style == "insufficient_scope"_L1)
        return insufficientScope(u"api"_s).toReply();
    return Refusal::unauthorized().toReply();
}

Reply fixedStatus(const QJsonObject &settings)
{
    Reply reply;
    reply.status = settings[u"code"_s].toInt(500);
    const QJsonValue body = settings[u"body"_s];
    if (body.isString())
        reply.body = body.toString().toUtf8();
    else if (body.isUndefined())
        reply.body = R"({"message":"500 Internal Server Error"})";
    else
        reply.body =
            (body.isArray() ? QJsonDocument(body.toArray()) : QJsonDocument(body.toObject())).toJson(QJsonDocument::Compact);
    reply.contentType = settings[u"content_type"_s].toString(u"application/json"_s).toUtf8();
    const QJsonObject headers = settings[u"headers"_s].toObject();
    for (auto it = headers.begin(); it != headers.end(); ++it)
        reply.headers.append({ it.key().toUtf8(), it->toString().toUtf8() });
    return reply;
}

QJsonValue withExtraFields(const QJsonValue &value)
{
    if (value.isArray()) {
        QJsonArray items;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            items.append(withExtraFields(item));
        return items;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        *it = withExtraFields(*it);
    object.insert(u"a_field_of_tomorrow"_s, QJsonObject { { u"list"_s, QJsonArray { 1, u"two"_s, QJsonValue() } } });
    object.insert(u"another_one"_s, 4294967296.0);
    return object;
}

/// Without names everything is taken away but what identifies the thing.
QJsonValue withNulls(const QJsonValue &value, const QJsonArray &fields)
{
    if (value.isArray()) {
        QJsonArray items;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            items.append(withNulls(item, fields));
        return items;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    const QStringList keys = object.keys();
    for (const QString &key : keys) {
        const bool taken = fields.isEmpty() ? key != "id"_L1 && key != "iid"_L1 : fields.contains(key);
        object.insert(key, taken ? QJsonValue() : withNulls(object[key], fields));
    }
    return object;
}

QByteArray rewritten(const QByteArray &body, const std::function<QJsonValue(const QJsonValue &)> &change)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    if (document.isNull())
        return body;
    const QJsonValue changed = change(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()));
    return (changed.isArray() ? QJsonDocument(changed.toArray()) : QJsonDocument(changed.toObject()))
        .toJson(QJsonDocument::Compact);
}

} // namespace

Reply spoiled(const Fault &fault, const httpserver::Request &request, Reply reply, Instant now)
{
    if (fault.kind == "status"_L1)
        return fixedStatus(fault.settings);
    if (fault.kind == "rate_limit"_L1)
        return rateLimited(fault.settings, now);
    if (fault.kind == "unauthorized"_L1)
        return unauthorized(fault.settings[u"style"_s].toString());
    if (fault.kind == "mask404"_L1)
        return Refusal::noRecord().toReply();
    if (fault.kind == "redirect"_L1) {
        const QString base = u"http://"_s + QString::fromLatin1(request.header("Host"));
        return movedTo(request, base, fault.settings[u"to_id"_s].toInteger()).toReply();
    }
    if (fault.kind == "wrong_ct"_L1)
        reply.contentType = fault.settings[u"content_type"_s].toString(u"text/html; charset=utf-8"_s).toUtf8();
    else if (fault.kind == "bad_json"_L1)
        reply.body = reply.body.left(qMax<qsizetype>(1, reply.body.size() * 2 / 3)) + "\xC3";
    else if (fault.kind == "extra_fields"_L1)
        reply.body = rewritten(reply.body, &withExtraFields);
    else if (fault.kind == "null_fields"_L1)
        reply.body = rewritten(
            reply.body, [&](const QJsonValue &value) { return withNulls(value, fault.settings[u"fields"_s].toArray()); });
    return reply;
}

} // namespace slipway::twin
