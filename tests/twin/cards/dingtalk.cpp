// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/cards/dingtalk.h"

#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const QString dingtalk = QString::fromLatin1(DingTalk::provider);

DingTalkRefusal missing(const QString &name) { return { 400, u"MissingParameter"_s, name + u" is missing"_s }; }

QString needText(const QJsonObject &body, const QString &name)
{
    const QString text = body[name].toString();
    if (text.isEmpty())
        throw missing(name);
    return text;
}

/// All values are strings there; anything else is refused.
QJsonObject paramMap(const QJsonValue &part)
{
    const QJsonObject map = part[u"cardParamMap"_s].toObject();
    for (auto it = map.begin(); it != map.end(); ++it) {
        if (!it->isString())
            throw DingTalkRefusal(400, u"InvalidParameter"_s, u"cardParamMap.%1 must be a string"_s.arg(it.key()));
    }
    return map;
}

QJsonObject privateMaps(const QJsonObject &parts)
{
    QJsonObject maps;
    for (auto it = parts.begin(); it != parts.end(); ++it)
        maps.insert(it.key(), paramMap(*it));
    return maps;
}

/// Without "by key" the whole map is replaced.
QJsonObject mixed(QJsonObject before, const QJsonObject &given, bool byKey)
{
    if (!byKey)
        return given;
    for (auto it = given.begin(); it != given.end(); ++it)
        before.insert(it.key(), *it);
    return before;
}

/// "dtv1.card//IM_GROUP.cid1;IM_ROBOT.user1": one target for each space.
QJsonArray targetsFrom(const QString &spaces)
{
    QJsonArray targets;
    const QStringList parts = QString(spaces).remove(u"dtv1.card//"_s).split(u';', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const QString type = part.section(u'.', 0, 0), id = part.section(u'.', 1);
        if ((type != "IM_GROUP"_L1 && type != "IM_ROBOT"_L1) || id.isEmpty())
            throw DingTalkRefusal(400, u"InvalidParameter"_s, u"openSpaceId cannot be understood"_s);
        targets.append(QJsonObject { { u"kind"_s, type == "IM_GROUP"_L1 ? u"group"_s : u"user"_s }, { u"id"_s, id } });
    }
    return targets;
}

QJsonObject succeeded(const QJsonValue &result) { return { { u"success"_s, true }, { u"result"_s, result } }; }

} // namespace

DingTalk::DingTalk(Twin &twin)
    : m_twin(twin)
    , m_tokens(twin.store)
{
    Channel channel;
    channel.knobs = &twin.cards.policy;
    channel.url = [this](const Delivery &delivery) { return callbackUrl(delivery); };
    channel.headers = [this](const Delivery &delivery, const Trouble &trouble) {
        const CardPtr card = m_twin.cards.cards().find(delivery.owner);
        const CardRoutePtr target = card ? route(card->route) : nullptr;
        // Milliseconds here, and the body is not covered.
        const QByteArray stamp =
            QByteArray::number(QDateTime::currentMSecsSinceEpoch() - (trouble.oldTimestamp ? 2 * 3600 * 1000 : 0));
        QByteArray secret = target ? target->secret.toUtf8() : QByteArray();
        if (trouble.badSignature)
            secret += "-wrong";
        const QByteArray sign = QMessageAuthenticationCode::hash(stamp, secret, QCryptographicHash::Sha256).toBase64();
        return Channel::Headers { { "x-ddpaas-signature-timestamp", stamp }, { "x-ddpaas-signature", sign } };
    };
    channel.waits = [this] { return m_twin.cards.policy.durations("redeliver_ms"_L1); };
    channel.givesUp = true;
    channel.lateness = [this] { return m_twin.cards.policy.duration("late_ms"_L1); };
    channel.patience = [this] { return m_twin.cards.policy.duration("ack_timeout_ms"_L1); };
    channel.tried = [this](const DeliveryPtr &delivery) { tried(delivery); };
    twin.deliveries.open(u"dingtalk"_s, channel);
}

void DingTalk::reset() { m_tokens.clear(); }

CardRoutePtr DingTalk::route(const QString &key) const
{
    for (const CardRoutePtr &known : m_twin.cards.routes) {
        if (known->key == key)
            return known;
    }
    return nullptr;
}

QString DingTalk::callbackUrl(const Delivery &delivery) const
{
    const CardPtr card = m_twin.cards.cards().find(delivery.owner);
    const CardRoutePtr target = card ? route(card->route) : nullptr;
    return target ? target->url : QString();
}

QJsonObject DingTalk::issueToken(const QJsonObject &body)
{
    const Settings &policy = m_twin.cards.policy;
    if (body[u"appKey"_s].toString() != policy.text("app_key"_L1)
        || body[u"appSecret"_s].toString() != policy.text("app_secret"_L1))
        throw DingTalkRefusal(400, u"invalidClientIdOrSecret"_s, u"the appKey or the appSecret is wrong"_s);
    const qint64 lifetime = policy.number("token_lifetime_s"_L1);
    auto token = std::make_shared<CardToken>();
    token->value = QUuid::createUuid().toString(QUuid::Id128);
    token->expiresAt = m_twin.clock.now() + std::chrono::seconds(lifetime);
    m_tokens.add(token);
    return { { u"accessToken"_s, token->value }, { u"expireIn"_s, lifetime } };
}

void DingTalk::requireCaller(const QByteArray &token, const QString &api)
{
    const bool alive = std::any_of(m_tokens.begin(), m_tokens.end(), [&](const std::shared_ptr<CardToken> &known) {
        return known->value.toLatin1() == token && known->expiresAt > m_twin.clock.now();
    });
    if (!alive || m_twin.cards.policy.consume("token_expired"_L1))
        throw DingTalkRefusal(401, u"InvalidAuthentication"_s, u"the access token is unknown or has ended"_s);
    if (m_twin.cards.admit(u"dingtalk."_s + api))
        return;
    static const QHash<QString, QString> codes { { u"app"_s, u"Forbidden.AccessDenied.QpsLimitForAppkeyAndApi"_s },
                                                 { u"api"_s, u"Forbidden.AccessDenied.QpsLimitForApi"_s },
                                                 { u"monthly"_s, u"Forbidden.AccessDenied.ApiCountLimitForOrg"_s } };
    throw DingTalkRefusal(403, codes.value(m_twin.cards.policy.text("qps_code"_L1)), u"the call is above the limit"_s);
}

CardPtr DingTalk::wanted(const QJsonObject &body) const
{
    const CardPtr card = m_twin.cards.find(dingtalk, needText(body, u"outTrackId"_s));
    if (!card)
        throw DingTalkRefusal(404, u"card.instance.notExist"_s, u"there is no card with this outTrackId"_s);
    return card;
}

CardPtr DingTalk::made(const QJsonObject &body, qint64 request)
{
    const QString key = needText(body, u"outTrackId"_s);
    needText(body, u"cardTemplateId"_s);
    const QString callbackType = body[u"callbackType"_s].toString();
    if (callbackType == "HTTP"_L1)
        needText(body, u"callbackRouteKey"_s);
    const QJsonObject content = paramMap(body[u"cardData"_s]), own = privateMaps(body[u"privateData"_s].toObject());
    CardPtr card = m_twin.cards.find(dingtalk, key);
    if (card && m_twin.cards.policy.text("duplicate_track_id"_L1) == "refuse"_L1)
        throw DingTalkRefusal(400, u"param.outTrackIdExist"_s, u"a card with this outTrackId exists"_s);
    const bool isNew = !card;
    if (isNew)
        card = std::make_shared<Card>();
    card->provider = dingtalk;
    card->key = key;
    card->request = body;
    card->route = body[u"callbackRouteKey"_s].toString();
    card->content = content;
    card->privateContent = own;
    // A repeated id is a second card before the same people, under one handle: nobody but the sender can prevent it.
    if (isNew)
        m_twin.cards.add(card, request);
    else
        m_twin.cards.update(card, request);
    return card;
}

QJsonObject DingTalk::create(const QJsonObject &body, qint64 request) { return succeeded(made(body, request)->key); }

QJsonObject DingTalk::addSpaces(const QJsonObject &body)
{
    const CardPtr card = wanted(body);
    QJsonArray targets = card->targets;
    for (const auto &[model, kind] :
         { std::pair { u"imGroupOpenSpaceModel"_s, u"group"_s }, std::pair { u"imRobotOpenSpaceModel"_s, u"user"_s } }) {
        if (body.contains(model))
            targets.append(QJsonObject { { u"kind"_s, kind } });
    }
    if (targets == card->targets)
        throw missing(u"imGroupOpenSpaceModel or imRobotOpenSpaceModel"_s);
    card->targets = targets;
    m_twin.cards.changed(card);
    return { { u"success"_s, true } };
}

QJsonArray DingTalk::deliverResults(const CardPtr &card)
{
    m_twin.cards.deliver(card);
    QJsonArray results;
    for (const QJsonValue &delivery : std::as_const(card->deliveries)) {
        const bool delivered = delivery[u"status"_s].toString() == "delivered"_L1;
        const bool group = delivery[u"target"_s][u"kind"_s].toString() == "group"_L1;
        results.append(QJsonObject { { u"spaceType"_s, group ? u"IM_GROUP"_s : u"IM_ROBOT"_s },
                                     { u"spaceId"_s, delivery[u"target"_s][u"id"_s] },
                                     { u"success"_s, delivered },
                                     { u"errorMsg"_s, delivered ? u""_s : u"the receiver cannot be reached"_s },
                                     { u"carrierId"_s, delivery[u"provider_ref"_s] } });
    }
    return results;
}

QJsonObject DingTalk::deliver(const QJsonObject &body)
{
    const CardPtr card = wanted(body);
    if (card->targets.isEmpty())
        throw DingTalkRefusal(400, u"card.space.notExist"_s, u"the card has no space yet"_s);
    card->targets = targetsFrom(needText(body, u"openSpaceId"_s));
    return succeeded(deliverResults(card));
}

QJsonObject DingTalk::createAndDeliver(const QJsonObject &body, qint64 request)
{
    const QJsonArray targets = targetsFrom(needText(body, u"openSpaceId"_s));
    const CardPtr card = made(body, request);
    card->targets = targets;
    return succeeded(QJsonObject { { u"outTrackId"_s, card->key }, { u"deliverResults"_s, deliverResults(card) } });
}

QJsonObject DingTalk::update(const QJsonObject &body, qint64 request)
{
    const CardPtr card = wanted(body);
    const QJsonObject given = paramMap(body[u"cardData"_s]), own = privateMaps(body[u"privateData"_s].toObject());
    const QJsonValue options = body[u"cardUpdateOptions"_s];
    if (body.contains(u"cardData"_s))
        card->content = mixed(card->content, given, options[u"updateCardDataByKey"_s].toBool());
    for (auto it = own.begin(); it != own.end(); ++it) {
        card->privateContent.insert(
            it.key(),
            mixed(card->privateContent[it.key()].toObject(), it->toObject(), options[u"updatePrivateDataByKey"_s].toBool()));
    }
    ++card->revision;
    m_twin.cards.update(card, request);
    return succeeded(true);
}

QJsonObject DingTalk::registerCallback(const QJsonObject &body)
{
    const QString key = needText(body, u"callbackRouteKey"_s), url = needText(body, u"callbackUrl"_s);
    CardRoutePtr known = route(key);
    if (known && known->url != url && !body[u"forceUpdate"_s].toBool())
        throw DingTalkRefusal(400, u"callback.routeKeyExist"_s, u"the route is registered with another address"_s);
    const bool isNew = !known;
    if (isNew)
        known = std::make_shared<CardRoute>();
    known->key = key;
    known->url = url;
    known->secret = body[u"apiSecret"_s].toString();
    if (isNew)
        m_twin.cards.routes.add(known);
    else
        m_twin.cards.routes.changed(known);
    return succeeded(QJsonObject { { u"callbackUrl"_s, known->url }, { u"apiSecret"_s, known->secret } });
}

void DingTalk::send(const CardPtr &card, const CardEventPtr &event)
{
    const QJsonObject own { { u"actionIds"_s, QJsonArray { event->body[u"action_id"_s] } },
                            { u"params"_s, event->body[u"params"_s] } };
    const QByteArray content = QJsonDocument(QJsonObject { { u"cardPrivateData"_s, own } }).toJson(QJsonDocument::Compact);
    const QJsonObject body { { u"type"_s, u"actionCallback"_s },
                             { u"outTrackId"_s, card->key },
                             { u"corpId"_s, m_twin.cards.policy.text("corp_id"_L1) },
                             { u"userId"_s, event->body[u"actor"_s][u"user_id"_s] },
                             { u"content"_s, QString::fromUtf8(content) } };
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"dingtalk"_s;
    delivery->owner = card->id;
    delivery->trigger = event->body[u"action_id"_s].toString();
    delivery->eventId = event->eventId;
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_twin.deliveries.send(delivery);
}

/// The acknowledgement may carry new content.
void DingTalk::tried(const DeliveryPtr &delivery)
{
    const CardEventPtr event = m_twin.cards.event(delivery->eventId);
    const CardPtr card = m_twin.cards.cards().find(delivery->owner);
    if (!event || !card || delivery->state != "delivered"_L1)
        return;
    event->answer = QJsonDocument::fromJson(delivery->attempts.last().answer).object();
    m_twin.cards.changed(event);
    const QJsonObject shown = event->answer[u"cardData"_s][u"cardParamMap"_s].toObject();
    if (!shown.isEmpty()) {
        const bool byKey = event->answer[u"cardUpdateOptions"_s][u"updateCardDataByKey"_s].toBool();
        card->content = mixed(card->content, shown, byKey);
        card->shown = mixed(card->shown, shown, byKey);
    }
    const QJsonObject own = event->answer[u"userPrivateData"_s][u"cardParamMap"_s].toObject();
    if (!own.isEmpty())
        card->privateContent.insert(event->body[u"actor"_s][u"user_id"_s].toString(), own);
    m_twin.cards.changed(card);
}

} // namespace slipway::twin
