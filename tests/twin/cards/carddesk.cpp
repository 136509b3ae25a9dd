// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/cards/carddesk.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultCardPolicy()
{
    QJsonObject defaults = Deliveries::knobs();
    defaults.insert(u"late_ms"_s, 0);
    defaults.insert(u"deliver_fail"_s, QJsonArray());
    defaults.insert(u"spacing_ms"_s, 1000);
    defaults.insert(u"handle_expired"_s, 0);
    defaults.insert(u"qps"_s, 0);
    defaults.insert(u"qps_next"_s, 0);
    defaults.insert(u"qps_code"_s, u"app"_s);
    defaults.insert(u"token_expired"_s, 0);
    defaults.insert(u"token_lifetime_s"_s, 7200);
    defaults.insert(u"ack_timeout_ms"_s, 3000);
    defaults.insert(u"redeliver_ms"_s, QJsonArray { 15000, 45000 });
    defaults.insert(u"duplicate_track_id"_s, u"accept"_s);
    defaults.insert(u"app_key"_s, u"twin-app"_s);
    defaults.insert(u"app_secret"_s, u"twin-app-secret"_s);
    defaults.insert(u"corp_id"_s, u"twin-corp"_s);
    return Settings(
        defaults,
        { { u"qps_code"_s, { u"app"_s, u"api"_s, u"monthly"_s } }, { u"duplicate_track_id"_s, { u"accept"_s, u"refuse"_s } } });
}

bool takesClicks(const Card &card) { return card.state == "delivered"_L1; }

} // namespace

CardDesk::CardDesk(Twin &twin)
    : policy(defaultCardPolicy())
    , routes(twin.store)
    , m_twin(twin)
    , m_cards(twin.store)
    , m_events(twin.store)
{
    twin.store.keepSettings(u"cards_policy"_s, policy);
    twin.agenda.define(u"card.show"_s, [this](const QJsonObject &with) {
        if (const CardPtr card = m_cards.find(with[u"card"_s].toInteger()))
            show(card);
    });
    twin.agenda.define(u"card.expire"_s, [this](const QJsonObject &with) {
        if (const CardPtr card = m_cards.find(with[u"card"_s].toInteger()))
            expire(card);
    });
}

void CardDesk::reset()
{
    policy.restore(defaultCardPolicy().values());
    routes.clear();
    m_cards.clear();
    m_events.clear();
    m_calls.clear();
}

void CardDesk::change(const QJsonObject &values)
{
    const QJsonArray targets = values[u"deliver_fail"_s].toArray();
    for (const QJsonValue &target : targets) {
        if (target.toString().isEmpty())
            throw Refusal::error(400, u"deliver_fail must be a list of targets' ids"_s);
    }
    const QJsonArray waits = values[u"redeliver_ms"_s].toArray();
    for (const QJsonValue &wait : waits) {
        if (!wait.isDouble() || wait.toInteger(-1) < 0)
            throw Refusal::error(400, u"redeliver_ms must be a list of milliseconds"_s);
    }
    policy.change(values);
}

CardPtr CardDesk::find(const QString &provider, const QString &key) const
{
    for (const CardPtr &card : m_cards) {
        if (card->provider == provider && card->key == key)
            return card;
    }
    return nullptr;
}

CardEventPtr CardDesk::event(const QString &eventId) const
{
    for (const CardEventPtr &event : m_events) {
        if (event->eventId == eventId)
            return event;
    }
    return nullptr;
}

void CardDesk::add(const CardPtr &card, qint64 request)
{
    const QJsonObject detail { { u"card_key"_s, card->key }, { u"provider"_s, card->provider } };
    m_twin.world.apply({ u"card_create"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] {
        card->createdAt = m_twin.clock.now();
        m_cards.add(card);
    });
    if (card->expiresAt)
        m_twin.agenda.at(*card->expiresAt, u"card.expire"_s, { { u"card"_s, card->id } });
}

void CardDesk::deliver(const CardPtr &card)
{
    const QStringList failing = policy.list("deliver_fail"_L1);
    card->deliveries = QJsonArray();
    bool any = false;
    for (const QJsonValue &target : std::as_const(card->targets)) {
        const bool fails = failing.contains(target[u"id"_s].toString());
        QJsonObject delivery { { u"target"_s, target }, { u"status"_s, fails ? u"failed"_s : u"delivered"_s } };
        delivery.insert(u"error"_s,
                        fails ? QJsonValue(QJsonObject { { u"code"_s, u"target_unreachable"_s }, { u"retryable"_s, true } })
                              : QJsonValue());
        delivery.insert(u"provider_ref"_s,
                        fails ? QJsonValue() : QJsonValue(u"carrier-%1-%2"_s.arg(card->id).arg(card->deliveries.size() + 1)));
        card->deliveries.append(delivery);
        any = any || !fails;
    }
    card->state = any ? u"delivered"_s : u"failed"_s;
    if (any)
        show(card);
    changed(card);
}

void CardDesk::show(const CardPtr &card)
{
    if (card->state == "expired"_L1)
        return;
    card->shownRevision = card->revision;
    card->shown = card->content;
    card->shownAt = m_twin.clock.now();
    changed(card);
}

void CardDesk::expire(const CardPtr &card)
{
    if (card->state == "final"_L1)
        return;
    card->state = u"expired"_s;
    changed(card);
}

void CardDesk::update(const CardPtr &card, qint64 request)
{
    const QJsonObject detail { { u"card_key"_s, card->key }, { u"revision"_s, card->revision } };
    m_twin.world.apply({ u"card_update"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] { changed(card); });
    const Instant earliest = card->shownAt.value_or(Instant()) + policy.duration("spacing_ms"_L1);
    // The one that is shown then is the latest one of that moment.
    m_twin.agenda.at(qMax(earliest, m_twin.clock.now()), u"card.show"_s, { { u"card"_s, card->id } });
}

bool CardDesk::admit(const QString &api)
{
    if (policy.consume("qps_next"_L1))
        return false;
    const qint64 limit = policy.number("qps"_L1);
    QList<Instant> &calls = m_calls[api];
    const Instant now = m_twin.clock.now();
    calls.removeIf([&](Instant at) { return at <= now - std::chrono::seconds(1); });
    if (limit > 0 && calls.size() >= limit)
        return false;
    calls.append(now);
    return true;
}

QJsonObject CardDesk::paramsOf(const Card &card, const Click &click) const
{
    QJsonObject params;
    for (const QJsonValue &action : card.actions) {
        if (action[u"id"_s].toString() == click.action)
            params = action[u"params"_s].toObject();
    }
    // A token that the sender put into the card comes back with the click, the user's own one before the common one.
    const QJsonObject own = card.privateContent[click.user].toObject();
    for (const QString &name : { u"token"_s, u"token_"_s + click.action }) {
        const QJsonValue token = own.contains(name) ? own[name] : card.shown[name];
        if (!token.isUndefined())
            params.insert(u"token"_s, token);
    }
    for (auto it = click.params.begin(); it != click.params.end(); ++it)
        params.insert(it.key(), it.value());
    return params;
}

CardEventPtr CardDesk::click(const CardPtr &card, const Click &click)
{
    const bool known = card->actions.isEmpty()
        || std::any_of(card->actions.begin(), card->actions.end(),
                       [&](const auto &action) { return action[u"id"_s].toString() == click.action; });
    if (!known)
        throw Refusal::error(400, u"the card has no action %1"_s.arg(click.action));
    if (!takesClicks(*card) && !click.force)
        throw Refusal::error(409, u"the card is %1 and takes no clicks"_s.arg(card->state));
    auto event = std::make_shared<CardEvent>();
    const QJsonObject detail { { u"card_key"_s, card->key }, { u"user"_s, click.user }, { u"action"_s, click.action } };
    m_twin.world.apply({ u"card_click"_s, nullptr, nullptr, {}, {}, detail, {} }, [&] {
        event->cardId = card->id;
        event->cardKey = card->key;
        event->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
        event->at = m_twin.clock.now();
        m_events.add(event);
        event->body = { { u"event_id"_s, event->eventId },
                        { u"seq"_s, event->id },
                        { u"card_key"_s, card->key },
                        { u"revision"_s, click.revision.value_or(card->shownRevision) },
                        { u"actor"_s, QJsonObject { { u"provider"_s, u"twin"_s }, { u"user_id"_s, click.user } } },
                        { u"action_id"_s, click.action },
                        { u"params"_s, paramsOf(*card, click) },
                        { u"inputs"_s, click.inputs },
                        { u"occurred_at"_s, toIso(event->at) },
                        { u"provider_event_id"_s, u"click-%1"_s.arg(event->id) } };
        card->lastEvent = event->id;
        changed(card);
        changed(event);
    });
    return event;
}

QJsonObject CardDesk::toJson(const Card &card) const
{
    return { { u"provider"_s, card.provider },
             { u"card_key"_s, card.key },
             { u"revision"_s, card.revision },
             { u"shown_revision"_s, card.shownRevision },
             { u"state"_s, card.state },
             { u"data"_s, card.content },
             { u"shown"_s, card.shown },
             { u"private"_s, card.privateContent },
             { u"actions"_s, card.actions },
             { u"deliveries"_s, card.deliveries },
             { u"last_event_seq"_s, card.lastEvent } };
}

QJsonObject CardDesk::toJson(const CardEvent &event) const
{
    QJsonArray deliveries;
    for (const DeliveryPtr &delivery : m_twin.deliveries.all()) {
        if (delivery->eventId == event.eventId)
            deliveries.append(QJsonObject {
                { u"id"_s, delivery->id }, { u"state"_s, delivery->state }, { u"attempts"_s, delivery->attempts.size() } });
    }
    QJsonObject json = event.body;
    json.insert(u"deliveries"_s, deliveries);
    json.insert(u"answer"_s, event.answer);
    return json;
}

} // namespace slipway::twin
