// SPDX-License-Identifier: GPL-3.0-only
// The card gateway and the DingTalk-like interface.
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

QJsonObject bodyOf(const Call &call)
{
    const QJsonDocument body = QJsonDocument::fromJson(call.request->body);
    if (!body.isObject())
        throw Refusal::error(400, u"the body must be a JSON object"_s);
    return body.object();
}

void requireCaller(const Call &call)
{
    const Settings &services = call.twin.deliveries.services;
    QString expected = services.text("card_token"_L1);
    if (expected.isEmpty())
        expected = services.text("card_secret"_L1);
    if (expected.isEmpty() || call.request->header("Authorization") != "Bearer " + expected.toUtf8())
        throw Refusal::error(401, u"unauthorized"_s);
}

Reply replyTo(const CardGateway::Answer &answer)
{
    Reply reply = jsonReply(answer.status, answer.body);
    if (answer.retryAfter > 0)
        reply.headers.append({ "Retry-After", QByteArray::number(answer.retryAfter) });
    return reply;
}

Task<Reply> put(Call &call)
{
    requireCaller(call);
    co_return replyTo(call.twin.cardGateway.put(call.argument(0), bodyOf(call), call.journal));
}

Task<Reply> patch(Call &call)
{
    requireCaller(call);
    co_return replyTo(call.twin.cardGateway.patch(call.argument(0), bodyOf(call), call.journal));
}

Task<Reply> get(Call &call)
{
    requireCaller(call);
    const CardPtr card = call.twin.cards.find(QString::fromLatin1(CardGateway::provider), call.argument(0));
    if (!card)
        throw Refusal::error(404, u"not_found"_s);
    co_return jsonReply(200, call.twin.cards.toJson(*card));
}

Task<Reply> events(Call &call)
{
    requireCaller(call);
    co_return jsonReply(200,
                        call.twin.cardGateway.eventsAfter(call.request->queryValue(u"after").value_or(QString()).toLongLong()));
}

/// Runs one call of the DingTalk-like interface and gives its refusals their own shape.
template <class Act>
Reply asDingTalk(Call &call, const QString &api, Act act)
{
    try {
        if (!api.isEmpty())
            call.twin.dingTalk.requireCaller(call.request->header("x-acs-dingtalk-access-token"), api);
        return jsonReply(200, act(bodyOf(call)));
    } catch (const DingTalkRefusal &refusal) {
        return jsonReply(refusal.status,
                         QJsonObject { { u"code"_s, refusal.code },
                                       { u"message"_s, refusal.message },
                                       { u"requestid"_s, QUuid::createUuid().toString(QUuid::WithoutBraces) } });
    }
}

Task<Reply> token(Call &call)
{
    co_return asDingTalk(call, {}, [&](const QJsonObject &body) { return call.twin.dingTalk.issueToken(body); });
}

Task<Reply> createAndDeliver(Call &call)
{
    co_return asDingTalk(call, u"createAndDeliver"_s,
                         [&](const QJsonObject &body) { return call.twin.dingTalk.createAndDeliver(body, call.journal); });
}

Task<Reply> create(Call &call)
{
    co_return asDingTalk(call, u"create"_s,
                         [&](const QJsonObject &body) { return call.twin.dingTalk.create(body, call.journal); });
}

Task<Reply> spaces(Call &call)
{
    co_return asDingTalk(call, u"spaces"_s, [&](const QJsonObject &body) { return call.twin.dingTalk.addSpaces(body); });
}

Task<Reply> deliver(Call &call)
{
    co_return asDingTalk(call, u"deliver"_s, [&](const QJsonObject &body) { return call.twin.dingTalk.deliver(body); });
}

Task<Reply> update(Call &call)
{
    co_return asDingTalk(call, u"update"_s,
                         [&](const QJsonObject &body) { return call.twin.dingTalk.update(body, call.journal); });
}

Task<Reply> registerCallback(Call &call)
{
    co_return asDingTalk(call, u"register"_s,
                         [&](const QJsonObject &body) { return call.twin.dingTalk.registerCallback(body); });
}

} // namespace

QList<Operation> routes::cards()
{
    return {
        { Method::Put, "/cards/{key}", u"card.put"_s, Need::Nothing, &put },
        { Method::Patch, "/cards/{key}", u"card.patch"_s, Need::Nothing, &patch },
        { Method::Get, "/cards/{key}", u"card.get"_s, Need::Nothing, &get },
        { Method::Get, "/events", u"card.events"_s, Need::Nothing, &events },
        { Method::Post, "/v1.0/oauth2/accessToken", u"dingtalk.token"_s, Need::Nothing, &token },
        { Method::Post, "/v1.0/card/instances/createAndDeliver", u"dingtalk.create_and_deliver"_s, Need::Nothing,
          &createAndDeliver },
        { Method::Post, "/v1.0/card/instances", u"dingtalk.create"_s, Need::Nothing, &create },
        { Method::Put, "/v1.0/card/instances/spaces", u"dingtalk.spaces"_s, Need::Nothing, &spaces },
        { Method::Post, "/v1.0/card/instances/deliver", u"dingtalk.deliver"_s, Need::Nothing, &deliver },
        { Method::Put, "/v1.0/card/instances", u"dingtalk.update"_s, Need::Nothing, &update },
        { Method::Post, "/v1.0/card/callbacks/register", u"dingtalk.register"_s, Need::Nothing, &registerCallback },
    };
}

} // namespace slipway::twin
