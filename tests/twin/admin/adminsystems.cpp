// SPDX-License-Identifier: GPL-3.0-only
// The part of AdminApi for the systems beside the code host: approvals, deploys, webhooks, cards, permissions.
#include "tests/twin/admin/adminapi.h"
#include "tests/twin/core/strictobject.h"
#include "tests/twin/rest/call.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

void AdminApi::addPolicy(const QByteArray &path, Settings &policy, std::function<void(const QJsonObject &)> change)
{
    add(Method::Get, path, [&policy](const Order &) { return jsonReply(200, policy.values()); });
    add(Method::Post, path, [&policy, change = std::move(change)](const Order &order) {
        if (change)
            change(order.body);
        else
            policy.change(order.body);
        return jsonReply(200, policy.values());
    });
}

void AdminApi::addRelease(const QByteArray &path, const QStringList &kinds)
{
    add(Method::Post, path, [this, kinds](const Order &order) {
        StrictObject(order.body).nothingElse();
        int released = 0;
        for (const QString &kind : kinds)
            released += m_twin.deliveries.release(kind);
        return jsonReply(200, QJsonObject { { u"released"_s, released } });
    });
}

void AdminApi::addApprovals()
{
    add(Method::Get, "/approvals", [this](const Order &) {
        QJsonArray list;
        for (const ApprovalRequestPtr &approval : m_twin.world.approvals)
            list.append(m_twin.approvals.toJson(*approval));
        return jsonReply(200, QJsonObject { { u"approvals"_s, list } });
    });
    addPolicy("/approvals/policy", m_twin.approvals.policy);
    addRelease("/approvals/release", { u"approval"_s });
    add(Method::Post, "/approvals/{key}/decide", [this](const Order &order) { return decide(order); });
}

Reply AdminApi::decide(const Order &order)
{
    const ApprovalRequestPtr approval = m_twin.approvals.find(order.argument(0));
    if (!approval)
        throw Refusal::error(404, u"there is no such approval"_s);
    StrictObject given(order.body);
    ApprovalSystem::Verdict verdict;
    verdict.decision = given.needText(u"decision"_s);
    verdict.approver = given.text(u"approver"_s, m_twin.approvals.policy.text("approver"_L1));
    verdict.comment = given.text(u"comment"_s);
    verdict.force = given.flag(u"force"_s, false);
    verdict.callback = given.flag(u"callback"_s, true);
    given.nothingElse();
    m_twin.approvals.decide(approval, verdict);
    return jsonReply(200, m_twin.approvals.toJson(*approval));
}

void AdminApi::addDeploys()
{
    add(Method::Get, "/deploys", [this](const Order &) {
        return jsonReply(200, QJsonObject { { u"deploys"_s, m_twin.deploys.toJson() } });
    });
    add(Method::Post, "/deploys", [this](const Order &order) { return reportDeploy(order); });
    addPolicy("/deploys/policy", m_twin.deploys.policy, [this](const QJsonObject &values) { m_twin.deploys.change(values); });
    addRelease("/deploys/release", { u"deploy"_s });
}

Reply AdminApi::reportDeploy(const Order &order)
{
    StrictObject given(order.body);
    const ProjectPtr project = projectOf(given.reference(u"project"_s));
    const QString result = given.word(u"result"_s, { u"success"_s, u"failed"_s }, u"success"_s);
    const QString sha = given.text(u"sha"_s, project->repository->head(project->defaultBranch));
    const qint64 iid = given.number(u"mr_iid"_s, 0);
    given.nothingElse();
    const DeployPtr deploy = m_twin.deploys.report(project, sha, iid, result);
    return jsonReply(201, QJsonObject { { u"id"_s, deploy->id }, { u"event_id"_s, deploy->eventId } });
}

void AdminApi::addWebhooks()
{
    addPolicy("/webhooks/policy", m_twin.webhooks.policy);
    addRelease("/webhooks/release", { u"webhook"_s });
    add(Method::Post, "/webhooks/replay", [this](const Order &order) {
        StrictObject given(order.body);
        const qint64 id = given.number(u"delivery_id"_s, 0);
        given.nothingElse();
        const DeliveryPtr delivery = m_twin.deliveries.find(id);
        if (!delivery || delivery->kind != "webhook"_L1)
            throw Refusal::error(404, u"there is no such delivery of a webhook"_s);
        return jsonReply(201, QJsonObject { { u"delivery_id"_s, m_twin.deliveries.repeat(delivery)->id } });
    });
}

void AdminApi::addCards()
{
    add(Method::Get, "/cards", [this](const Order &) {
        QJsonArray cards, events;
        for (const CardPtr &card : m_twin.cards.cards())
            cards.append(m_twin.cards.toJson(*card));
        for (const CardEventPtr &event : m_twin.cards.events())
            events.append(m_twin.cards.toJson(*event));
        return jsonReply(200, QJsonObject { { u"cards"_s, cards }, { u"events"_s, events } });
    });
    addPolicy("/cards/policy", m_twin.cards.policy, [this](const QJsonObject &values) { m_twin.cards.change(values); });
    addRelease("/cards/release", { u"card"_s, u"dingtalk"_s });
    add(Method::Post, "/cards/click", [this](const Order &order) { return click(order); });
    add(Method::Post, "/cards/replay", [this](const Order &order) {
        StrictObject given(order.body);
        const QString eventId = given.needText(u"event_id"_s);
        given.nothingElse();
        const CardEventPtr event = m_twin.cards.event(eventId);
        if (!event)
            throw Refusal::error(404, u"there is no such event"_s);
        tellClick(event);
        return jsonReply(201, m_twin.cards.toJson(*event));
    });
}

void AdminApi::tellClick(const CardEventPtr &event)
{
    const CardPtr card = m_twin.cards.cards().find(event->cardId);
    if (card && card->provider == QLatin1StringView(DingTalk::provider))
        m_twin.dingTalk.send(card, event);
    else
        m_twin.cardGateway.send(event);
}

Reply AdminApi::click(const Order &order)
{
    StrictObject given(order.body);
    const QString key = given.needText(u"card_key"_s);
    CardDesk::Click click;
    click.user = given.needText(u"user"_s);
    click.action = given.needText(u"action_id"_s);
    click.params = given.value(u"params"_s).toObject();
    click.inputs = given.value(u"inputs"_s).toObject();
    if (given.has(u"revision"_s))
        click.revision = int(given.number(u"revision"_s, 1, 1));
    click.force = given.flag(u"force"_s, false);
    const qint64 times = given.number(u"times"_s, 1, 1, 100);
    given.nothingElse();
    CardPtr card = m_twin.cards.find(QString::fromLatin1(CardGateway::provider), key);
    if (!card)
        card = m_twin.cards.find(QString::fromLatin1(DingTalk::provider), key);
    if (!card)
        throw Refusal::error(404, u"there is no such card"_s);
    QJsonArray events;
    for (qint64 i = 0; i < times; ++i) {
        const CardEventPtr event = m_twin.cards.click(card, click);
        tellClick(event);
        events.append(m_twin.cards.toJson(*event));
    }
    return jsonReply(201, QJsonObject { { u"events"_s, events } });
}

void AdminApi::addPermissions()
{
    const auto grants = [this] { return jsonReply(200, QJsonObject { { u"grants"_s, m_twin.permissions.grants() } }); };
    add(Method::Get, "/permissions", [grants](const Order &) { return grants(); });
    add(Method::Post, "/permissions", [this, grants](const Order &order) {
        m_twin.permissions.grant(order.body);
        return grants();
    });
    add(Method::Delete, "/permissions/{account}", [this, grants](const Order &order) {
        m_twin.permissions.forget(order.argument(0));
        return grants();
    });
    addPolicy("/permissions/policy", m_twin.permissions.policy);
}

} // namespace slipway::twin
