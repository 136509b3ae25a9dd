// SPDX-License-Identifier: GPL-3.0-only
// The part of Webhooks that is about the way to a receiver: headers, failures, tests and resends.
#include "tests/twin/systems/webhooks.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

QByteArray eventName(const QString &trigger)
{
    static const QHash<QString, QByteArray> names { { u"merge_requests_events"_s, "Merge Request Hook" },
                                                    { u"pipeline_events"_s, "Pipeline Hook" },
                                                    { u"push_events"_s, "Push Hook" },
                                                    { u"note_events"_s, "Note Hook" },
                                                    { u"confidential_note_events"_s, "Confidential Note Hook" } };
    return names.value(trigger, "System Hook");
}

QByteArray standardSignature(const QString &token, const QByteArray &id, const QByteArray &stamp, const QByteArray &body)
{
    const QByteArray key = token.startsWith(u"whsec_") ? QByteArray::fromBase64(token.mid(6).toLatin1()) : token.toUtf8();
    const QByteArray text = id + '.' + stamp + '.' + body;
    return "v1," + QMessageAuthenticationCode::hash(text, key, QCryptographicHash::Sha256).toBase64();
}

} // namespace

Channel Webhooks::channel()
{
    Channel channel;
    channel.knobs = &policy;
    channel.isSigned = false;
    channel.url = [this](const Delivery &delivery) {
        if (const HookPtr hook = m_hooks.find(delivery.owner))
            return hook->url;
        const QString base = m_twin.deliveries.serviceFor(delivery);
        return base.isEmpty() || delivery.owner > 0 ? QString() : base + u"/callbacks/gitlab"_s;
    };
    channel.headers = [this](const Delivery &delivery, const Trouble &) { return headersFor(delivery); };
    channel.waits = [] { return QList<milliseconds>(); };
    channel.lateness = [this] {
        // Spread by how many there were, so that a run can be repeated.
        const qint64 jitter = policy.number("jitter"_L1);
        const qint64 share = (qint64(m_twin.deliveries.all().size()) * 7919) % 1000;
        return policy.duration("delay_ms"_L1) + milliseconds(jitter * share / 1000);
    };
    channel.patience = [] { return std::chrono::seconds(10); };
    channel.takenBelow = 400;
    channel.tried = [this](const DeliveryPtr &delivery) { tried(delivery); };
    return channel;
}

Channel::Headers Webhooks::headersFor(const Delivery &delivery)
{
    const HookPtr hook = m_hooks.find(delivery.owner);
    QString token = hook ? hook->token : m_twin.deliveries.services.text("webhook_secret"_L1);
    if (policy.consume("wrong_token"_L1))
        token += u"-wrong"_s;
    Channel::Headers headers { { "User-Agent", "GitLab/17.11.2-ee" },
                               { "X-Gitlab-Event", eventName(delivery.trigger) },
                               { "X-Gitlab-Webhook-UUID", QUuid::createUuid().toByteArray(QUuid::WithoutBraces) },
                               { "X-Gitlab-Instance", m_twin.apiUrl.toUtf8() },
                               { "X-Gitlab-Event-UUID", delivery.origin.toLatin1() } };
    if (!policy.isSet("legacy_headers"_L1))
        headers.append({ "Idempotency-Key", delivery.eventId.toLatin1() });
    if (!token.isEmpty())
        headers.append({ "X-Gitlab-Token", token.toUtf8() });
    if (policy.text("sign"_L1) == "standard"_L1) {
        const QByteArray stamp = Deliveries::stamp(false), id = delivery.eventId.toLatin1();
        headers.append({ "webhook-id", id });
        headers.append({ "webhook-timestamp", stamp });
        headers.append({ "webhook-signature", standardSignature(token, id, stamp, delivery.body) });
    }
    if (hook) {
        for (auto it = hook->customHeaders.begin(); it != hook->customHeaders.end(); ++it)
            headers.append({ it.key().toUtf8(), it.value().toUtf8() });
    }
    return headers;
}

void Webhooks::tried(const DeliveryPtr &delivery)
{
    const HookPtr hook = m_hooks.find(delivery->owner);
    if (!hook)
        return;
    if (delivery->state == "delivered"_L1) {
        hook->failures = 0;
        hook->disabledUntil.reset();
    } else if (hook->alertStatus(m_twin.clock.now()) == "executable"_L1 && ++hook->failures > Hook::toleratedFailures) {
        const int doublings = qMin(hook->failures - Hook::toleratedFailures - 1, 11);
        const std::chrono::minutes pause = std::min(std::chrono::minutes(1 << doublings), std::chrono::minutes(24 * 60));
        hook->disabledUntil = m_twin.clock.now() + pause;
    }
    m_hooks.changed(hook);
}

Task<QJsonObject> Webhooks::exampleOf(ProjectPtr project, QString trigger)
{
    const MergeRequestPtr mergeRequest = project->mergeRequests.isEmpty() ? nullptr : project->mergeRequests.last();
    if (trigger == "push_events"_L1) {
        const BranchMove move { project->defaultBranch, {}, project->repository->head(project->defaultBranch), {}, 0 };
        const QList<Commit> commits = co_await project->repository->log(move.to, QString(), 0, 3);
        co_return m_payloads.push(project, move, commits);
    }
    if (trigger == "merge_requests_events"_L1 && mergeRequest)
        co_return m_payloads.mergeRequest({ {}, project, mergeRequest, { mergeRequest->author, 0 }, {}, {}, u"open"_s });
    if (trigger == "note_events"_L1 && mergeRequest && !mergeRequest->notes.isEmpty())
        co_return m_payloads.note({ u"note"_s, project, mergeRequest, {}, {}, {}, {} });
    if (trigger == "pipeline_events"_L1 && !project->pipelines.isEmpty())
        co_return m_payloads.pipeline(project, project->pipelines.last());
    co_return QJsonObject();
}

Task<DeliveryPtr> Webhooks::test(ProjectPtr project, HookPtr hook, QString trigger)
{
    const QJsonObject body = co_await exampleOf(project, trigger);
    if (body.isEmpty())
        co_return nullptr;
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"webhook"_s;
    delivery->owner = hook->id;
    delivery->trigger = trigger;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    delivery->origin = QUuid::createUuid().toString(QUuid::WithoutBraces);
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    co_await m_twin.deliveries.sendNow(delivery);
    co_return delivery;
}

Task<DeliveryPtr> Webhooks::resend(DeliveryPtr delivery)
{
    auto again = std::make_shared<Delivery>(*delivery);
    again->state = u"waiting"_s;
    again->attempts.clear();
    again->after = 0;
    co_await m_twin.deliveries.sendNow(again);
    co_return again;
}

} // namespace slipway::twin
