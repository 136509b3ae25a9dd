// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/cards/cardgateway.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const QString gateway = QString::fromLatin1(CardGateway::provider);

CardGateway::Answer refused(int status, const QString &error) { return { status, { { u"error"_s, error } }, 0 }; }

void requireType(const QJsonObject &body, const QString &name, QJsonValue::Type type, const QString &mustBe)
{
    if (body.contains(name) && body[name].type() != type)
        throw Refusal::error(400, name + u" must be "_s + mustBe);
}

} // namespace

CardGateway::CardGateway(Twin &twin)
    : m_twin(twin)
{
    Channel channel;
    channel.knobs = &twin.cards.policy;
    channel.url = [this](const Delivery &delivery) {
        const QString base = m_twin.deliveries.serviceFor(delivery);
        return base.isEmpty() ? base : base + u"/callbacks/card"_s;
    };
    channel.headers = [this](const Delivery &delivery, const Trouble &trouble) {
        const QByteArray stamp = Deliveries::stamp(trouble.oldTimestamp);
        const QByteArray secret = m_twin.deliveries.services.text("card_secret"_L1).toUtf8();
        return Channel::Headers { { "X-Card-Event-Id", delivery.eventId.toLatin1() },
                                  { "X-Card-Timestamp", stamp },
                                  { "X-Card-Signature",
                                    Deliveries::signature(secret, stamp, delivery.body, trouble.badSignature) } };
    };
    channel.waits = [this] { return m_twin.deliveries.services.durations("retry_ms"_L1); };
    channel.lateness = [this] { return m_twin.cards.policy.duration("late_ms"_L1); };
    channel.patience = [] { return std::chrono::seconds(2); };
    channel.parksRefusals = true;
    channel.tried = [this](const DeliveryPtr &delivery) { tried(delivery); };
    twin.deliveries.open(u"card"_s, channel);
}

void CardGateway::requireForm(const QJsonObject &body)
{
    if (body[u"template"_s].toString().isEmpty())
        throw Refusal::error(400, u"template is missing"_s);
    const QJsonArray targets = body[u"targets"_s].toArray();
    if (targets.isEmpty())
        throw Refusal::error(400, u"targets is missing"_s);
    for (const QJsonValue &target : targets) {
        const QString kind = target[u"kind"_s].toString();
        if ((kind != "user"_L1 && kind != "group"_L1) || target[u"id"_s].toString().isEmpty())
            throw Refusal::error(400, u"targets must be a list of {\"kind\": \"user|group\", \"id\"}"_s);
    }
    requireType(body, u"data"_s, QJsonValue::Object, u"an object"_s);
    requireType(body, u"private"_s, QJsonValue::Object, u"an object"_s);
    requireType(body, u"actions"_s, QJsonValue::Array, u"a list"_s);
    if (body[u"revision"_s].toInt(1) != 1)
        throw Refusal::error(400, u"revision must be 1 for a new card"_s);
    const QString end = body[u"expires_at"_s].toString();
    if (!end.isEmpty() && !fromIso(end))
        throw Refusal::error(400, u"expires_at is no time with a zone"_s);
}

CardGateway::Answer CardGateway::put(const QString &key, const QJsonObject &body, qint64 request)
{
    requireForm(body);
    if (const CardPtr known = m_twin.cards.find(gateway, key)) {
        if (known->request != body)
            return refused(409, u"card_conflict"_s);
        return { 200, m_twin.cards.toJson(*known), 0 };
    }
    if (!m_twin.cards.admit(u"card.put"_s))
        return { 429, { { u"error"_s, u"rate_limited"_s } }, 1 };
    auto card = std::make_shared<Card>();
    card->provider = gateway;
    card->key = key;
    card->request = body;
    card->content = body[u"data"_s].toObject();
    card->privateContent = body[u"private"_s].toObject();
    card->actions = body[u"actions"_s].toArray();
    card->targets = body[u"targets"_s].toArray();
    card->expiresAt = fromIso(body[u"expires_at"_s].toString());
    m_twin.cards.add(card, request);
    m_twin.cards.deliver(card);
    return { 201, m_twin.cards.toJson(*card), 0 };
}

CardGateway::Answer CardGateway::patch(const QString &key, const QJsonObject &body, qint64 request)
{
    requireType(body, u"data"_s, QJsonValue::Object, u"an object"_s);
    requireType(body, u"private"_s, QJsonValue::Object, u"an object"_s);
    requireType(body, u"actions"_s, QJsonValue::Array, u"a list"_s);
    requireType(body, u"final"_s, QJsonValue::Bool, u"true or false"_s);
    if (!body[u"revision"_s].isDouble())
        throw Refusal::error(400, u"revision is missing"_s);
    const CardPtr card = m_twin.cards.find(gateway, key);
    if (!card)
        return refused(404, u"not_found"_s);
    if (!m_twin.cards.admit(u"card.patch"_s))
        return { 429, { { u"error"_s, u"rate_limited"_s } }, 1 };
    const bool closed = card->state == "final"_L1;
    if (closed || body[u"revision"_s].toInt() != card->revision + 1)
        return { 409, { { u"error"_s, closed ? u"final"_s : u"stale_revision"_s }, { u"current"_s, card->revision } }, 0 };
    if (card->state == "expired"_L1 || m_twin.cards.policy.consume("handle_expired"_L1))
        return refused(410, u"handle_expired"_s);
    card->revision = body[u"revision"_s].toInt();
    if (body.contains(u"data"_s))
        card->content = body[u"data"_s].toObject();
    if (body.contains(u"private"_s))
        card->privateContent = body[u"private"_s].toObject();
    if (body.contains(u"actions"_s))
        card->actions = body[u"actions"_s].toArray();
    if (body[u"final"_s].toBool())
        card->state = u"final"_s;
    m_twin.cards.update(card, request);
    return { 200, m_twin.cards.toJson(*card), 0 };
}

QJsonObject CardGateway::eventsAfter(qint64 seq) const
{
    QJsonArray list;
    for (const CardEventPtr &event : m_twin.cards.events()) {
        if (event->id > seq)
            list.append(m_twin.cards.toJson(*event));
    }
    return { { u"events"_s, list } };
}

void CardGateway::send(const CardEventPtr &event)
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"card"_s;
    delivery->owner = event->cardId;
    delivery->trigger = event->body[u"action_id"_s].toString();
    delivery->eventId = event->eventId;
    delivery->body = QJsonDocument(event->body).toJson(QJsonDocument::Compact);
    m_twin.deliveries.send(delivery);
}

/// The answer may carry what the user sees now, without a new revision.
void CardGateway::tried(const DeliveryPtr &delivery)
{
    const CardEventPtr event = m_twin.cards.event(delivery->eventId);
    if (!event || delivery->state != "delivered"_L1)
        return;
    event->answer = QJsonDocument::fromJson(delivery->attempts.last().answer).object();
    m_twin.cards.changed(event);
    const QJsonObject shown = event->answer[u"card"_s][u"data"_s].toObject();
    const CardPtr card = m_twin.cards.find(gateway, event->cardKey);
    if (!card || shown.isEmpty())
        return;
    for (auto it = shown.begin(); it != shown.end(); ++it)
        card->shown.insert(it.key(), it.value());
    m_twin.cards.changed(card);
}

} // namespace slipway::twin
