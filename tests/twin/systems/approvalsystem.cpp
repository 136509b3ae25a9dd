// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/approvalsystem.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultApprovalPolicy()
{
    QJsonObject defaults = Deliveries::knobs();
    defaults.insert(u"auto"_s, u"none"_s);
    defaults.insert(u"delay_ms"_s, 0);
    defaults.insert(u"approver"_s, u"approver"_s);
    defaults.insert(u"late_ms"_s, 0);
    defaults.insert(u"early"_s, 0);
    return Settings(defaults, { { u"auto"_s, { u"none"_s, u"approve"_s, u"reject"_s } } });
}

QString wordFor(const QString &automatic) { return automatic == "reject"_L1 ? u"rejected"_s : u"approved"_s; }

/// "any" or "all".
QString ruleOf(const QJsonObject &body)
{
    const QJsonValue policy = body[u"policy"_s];
    return (policy.isObject() ? policy[u"rule"_s] : policy).toString(u"any"_s);
}

} // namespace

ApprovalSystem::ApprovalSystem(Twin &twin)
    : policy(defaultApprovalPolicy())
    , m_twin(twin)
{
    twin.store.keepSettings(u"approvals_policy"_s, policy);
    twin.agenda.define(u"approval.decide"_s, [this](const QJsonObject &with) { decideDue(with); });
    Channel channel;
    channel.knobs = &policy;
    channel.url = [this](const Delivery &delivery) {
        const QString base = m_twin.deliveries.serviceFor(delivery);
        return base.isEmpty() ? base : base + u"/callbacks/approval"_s;
    };
    channel.headers = [this](const Delivery &delivery, const Trouble &trouble) {
        const QByteArray stamp = Deliveries::stamp(trouble.oldTimestamp);
        const QByteArray secret = m_twin.deliveries.services.text("approval_secret"_L1).toUtf8();
        return Channel::Headers { { "X-Slipway-Timestamp", stamp },
                                  { "X-Slipway-Signature",
                                    Deliveries::signature(secret, stamp, delivery.body, trouble.badSignature) } };
    };
    channel.waits = [this] { return m_twin.deliveries.services.durations("retry_ms"_L1); };
    channel.lateness = [this] { return policy.duration("late_ms"_L1); };
    channel.patience = [] { return std::chrono::seconds(10); };
    twin.deliveries.open(u"approval"_s, channel);
}

void ApprovalSystem::reset() { policy.restore(defaultApprovalPolicy().values()); }

ApprovalRequestPtr ApprovalSystem::find(const QString &key) const
{
    for (const ApprovalRequestPtr &approval : m_twin.world.approvals) {
        if (approval->key == key)
            return approval;
    }
    return nullptr;
}

void ApprovalSystem::requireForm(const QJsonObject &body)
{
    for (const QString &name : { u"approval_key"_s, u"operation_id"_s }) {
        if (body[name].toString().isEmpty())
            throw Refusal::error(400, name + u" is missing"_s);
    }
    if (body.contains(u"approvers"_s) && !body[u"approvers"_s].isArray())
        throw Refusal::error(400, u"approvers must be a list of names"_s);
    const QString end = body[u"expires_at"_s].toString();
    if (!end.isEmpty() && !fromIso(end))
        throw Refusal::error(400, u"expires_at is no time with a zone"_s);
    const QString rule = ruleOf(body);
    if (rule != "any"_L1 && rule != "all"_L1)
        throw Refusal::error(400, u"policy must be any or all"_s);
}

std::pair<ApprovalRequestPtr, ApprovalSystem::Asked> ApprovalSystem::ask(const QJsonObject &body, qint64 request)
{
    requireForm(body);
    const QString key = body[u"approval_key"_s].toString();
    if (const ApprovalRequestPtr known = find(key)) {
        if (known->request != body)
            throw Refusal::error(409, u"approval_conflict"_s);
        return { known, Asked::Repeated };
    }
    auto approval = std::make_shared<ApprovalRequest>();
    const QString operationId = body[u"operation_id"_s].toString();
    const QJsonObject detail { { u"approval_key"_s, key }, { u"operation_id"_s, operationId } };
    m_twin.world.apply({ u"approval_created"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] {
        approval->key = key;
        approval->operationId = operationId;
        approval->request = body;
        approval->createdAt = m_twin.clock.now();
        m_twin.world.approvals.add(approval);
    });
    if (const std::optional<Instant> end = fromIso(body[u"expires_at"_s].toString()))
        m_twin.agenda.at(*end, u"approval.decide"_s, { { u"approval"_s, approval->id }, { u"decision"_s, u"expired"_s } });
    return { approval, Asked::Created };
}

Task<void> ApprovalSystem::afterAsking(ApprovalRequestPtr approval)
{
    const QString automatic = policy.text("auto"_L1);
    const Verdict verdict { wordFor(automatic), policy.text("approver"_L1), {}, false, false };
    if (approval->state == "pending"_L1 && policy.consume("early"_L1)) {
        if (book(approval, verdict)) {
            const DeliveryPtr callback = callbackFor(approval, verdict);
            co_await m_twin.deliveries.sendNow(callback);
        }
    } else if (automatic != "none"_L1) {
        m_twin.agenda.after(
            policy.duration("delay_ms"_L1), u"approval.decide"_s,
            { { u"approval"_s, approval->id }, { u"decision"_s, verdict.decision }, { u"approver"_s, verdict.approver } });
    }
}

void ApprovalSystem::decideDue(const QJsonObject &with)
{
    const ApprovalRequestPtr approval = m_twin.world.approvals.find(with[u"approval"_s].toInteger());
    if (approval && approval->state == "pending"_L1)
        decide(approval, { with[u"decision"_s].toString(), with[u"approver"_s].toString(), {}, true, true });
}

void ApprovalSystem::cancel(const ApprovalRequestPtr &approval, qint64 request)
{
    if (approval->state != "pending"_L1)
        return;
    const QJsonObject detail { { u"approval_key"_s, approval->key } };
    m_twin.world.apply({ u"approval_canceled"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] {
        approval->state = u"withdrawn"_s;
        ++approval->version;
        m_twin.world.approvals.changed(approval);
    });
}

void ApprovalSystem::decide(const ApprovalRequestPtr &approval, const Verdict &verdict)
{
    if (book(approval, verdict) && verdict.callback)
        m_twin.deliveries.send(callbackFor(approval, verdict));
}

/// Whether the question is decided now; a vote among several that are needed only counts.
bool ApprovalSystem::book(const ApprovalRequestPtr &approval, const Verdict &verdict)
{
    static const QStringList words { u"approved"_s, u"rejected"_s, u"withdrawn"_s, u"expired"_s };
    if (!words.contains(verdict.decision))
        throw Refusal::error(400, u"decision must be one of: "_s + words.join(u", "_s));
    if (approval->state != "pending"_L1 && !verdict.force)
        throw Refusal::error(409, u"already "_s + approval->state);
    QSet<QString> missing;
    if (ruleOf(approval->request) == "all"_L1 && verdict.decision == "approved"_L1 && !verdict.force) {
        const QJsonArray approvers = approval->request[u"approvers"_s].toArray();
        for (const QJsonValue &approver : approvers)
            missing.insert(approver.toString());
        if (!missing.contains(verdict.approver))
            throw Refusal::error(400, u"%1 is not one of the approvers, who all must agree"_s.arg(verdict.approver));
        for (const ApprovalDecision &decision : std::as_const(approval->decisions))
            missing.remove(decision.user);
        if (!missing.remove(verdict.approver))
            throw Refusal::error(409, u"%1 has voted already"_s.arg(verdict.approver));
    }
    const QJsonObject detail { { u"approval_key"_s, approval->key },
                               { u"operation_id"_s, approval->operationId },
                               { u"decision"_s, verdict.decision },
                               { u"approver"_s, verdict.approver } };
    const QString kind = missing.isEmpty() ? u"approval_decided"_s : u"approval_vote"_s;
    m_twin.world.apply({ kind, nullptr, nullptr, {}, {}, detail, {} }, [&] {
        if (missing.isEmpty())
            approval->state = verdict.decision;
        ++approval->version;
        approval->decisions.append({ verdict.approver, verdict.decision, verdict.comment, m_twin.clock.now() });
        m_twin.world.approvals.changed(approval);
    });
    return missing.isEmpty();
}

DeliveryPtr ApprovalSystem::callbackFor(const ApprovalRequestPtr &approval, const Verdict &verdict) const
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"approval"_s;
    delivery->owner = approval->id;
    delivery->trigger = verdict.decision;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QJsonObject body { { u"eventId"_s, delivery->eventId },
                             { u"operationId"_s, approval->operationId },
                             { u"decision"_s, verdict.decision },
                             { u"approver"_s, verdict.approver },
                             { u"ext"_s, approval->request[u"ext"_s].toObject() },
                             { u"version"_s, approval->version },
                             { u"occurredAt"_s, toIso(m_twin.clock.now()) } };
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return delivery;
}

QJsonObject ApprovalSystem::toJson(const ApprovalRequest &approval) const
{
    QJsonArray decisions;
    for (const ApprovalDecision &decision : approval.decisions) {
        decisions.append(QJsonObject { { u"user"_s, decision.user },
                                       { u"decision"_s, decision.decision },
                                       { u"comment"_s, decision.comment },
                                       { u"at"_s, toIso(decision.at) } });
    }
    QJsonObject json = approval.request;
    json.insert(u"state"_s, approval.state);
    json.insert(u"version"_s, approval.version);
    json.insert(u"decisions"_s, decisions);
    json.insert(u"created_at"_s, toIso(approval.createdAt));
    return json;
}

} // namespace slipway::twin
