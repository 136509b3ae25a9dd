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

Settings defaultPolicy()
{
    QJsonObject defaults = Deliveries::knobs();
    defaults.insert(u"auto"_s, u"none"_s);
    defaults.insert(u"delay_ms"_s, 0);
    defaults.insert(u"approver"_s, u"approver"_s);
    return Settings(defaults, { { u"auto"_s, { u"none"_s, u"approve"_s, u"reject"_s } } });
}

} // namespace

ApprovalSystem::ApprovalSystem(Twin &twin)
    : policy(defaultPolicy())
    , m_twin(twin)
{
}

void ApprovalSystem::reset() { policy = defaultPolicy(); }

ApprovalRequestPtr ApprovalSystem::find(const QString &key) const
{
    for (const ApprovalRequestPtr &approval : m_twin.world.approvals) {
        if (approval->key == key)
            return approval;
    }
    return nullptr;
}

std::pair<ApprovalRequestPtr, ApprovalSystem::Asked> ApprovalSystem::ask(const QJsonObject &body, qint64 request)
{
    const QString key = body[u"approval_key"_s].toString();
    const QString operationId = body[u"operation_id"_s].toString();
    if (key.isEmpty() || operationId.isEmpty())
        throw Refusal::error(400, key.isEmpty() ? u"approval_key is missing"_s : u"operation_id is missing"_s);
    if (const ApprovalRequestPtr known = find(key)) {
        if (known->request != body)
            throw Refusal::error(409, u"approval_conflict"_s);
        return { known, Asked::Repeated };
    }
    auto approval = std::make_shared<ApprovalRequest>();
    const QJsonObject detail { { u"approval_key"_s, key }, { u"operation_id"_s, operationId } };
    m_twin.world.apply({ u"approval_created"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] {
        approval->key = key;
        approval->operationId = operationId;
        approval->request = body;
        approval->createdAt = m_twin.clock.now();
        m_twin.world.approvals.append(approval);
    });
    const QString automatic = policy.text("auto"_L1);
    if (automatic != "none"_L1)
        spawn(decideLater(approval, automatic == "approve"_L1 ? u"approved"_s : u"rejected"_s));
    if (const std::optional<Instant> end = fromIso(body[u"expires_at"_s].toString()))
        spawn(expire(approval, *end));
    return { approval, Asked::Created };
}

Task<void> ApprovalSystem::decideLater(ApprovalRequestPtr approval, QString decision)
{
    const QString approver = policy.text("approver"_L1);
    co_await m_twin.clock.sleep(policy.duration("delay_ms"_L1));
    if (approval->state == "pending"_L1)
        decide(approval, { decision, approver, {}, false, true });
}

Task<void> ApprovalSystem::expire(ApprovalRequestPtr approval, Instant at)
{
    co_await m_twin.clock.sleep(std::chrono::ceil<std::chrono::milliseconds>(at - m_twin.clock.now()));
    if (approval->state == "pending"_L1)
        decide(approval, { u"expired"_s, {}, {}, false, true });
}

void ApprovalSystem::cancel(const ApprovalRequestPtr &approval, qint64 request)
{
    if (approval->state != "pending"_L1)
        return;
    const QJsonObject detail { { u"approval_key"_s, approval->key } };
    m_twin.world.apply({ u"approval_canceled"_s, nullptr, nullptr, { nullptr, request }, {}, detail, {} }, [&] {
        approval->state = u"withdrawn"_s;
        ++approval->version;
    });
}

void ApprovalSystem::decide(const ApprovalRequestPtr &approval, const Verdict &verdict)
{
    static const QStringList words { u"approved"_s, u"rejected"_s, u"withdrawn"_s, u"expired"_s };
    if (!words.contains(verdict.decision))
        throw Refusal::error(400, u"decision must be one of: "_s + words.join(u", "_s));
    if (approval->state != "pending"_L1 && !verdict.force)
        throw Refusal::error(409, u"already "_s + approval->state);
    const QJsonObject detail { { u"approval_key"_s, approval->key },
                               { u"operation_id"_s, approval->operationId },
                               { u"decision"_s, verdict.decision } };
    m_twin.world.apply({ u"approval_decided"_s, nullptr, nullptr, {}, {}, detail, {} }, [&] {
        approval->state = verdict.decision;
        ++approval->version;
        approval->decisions.append({ verdict.approver, verdict.decision, verdict.comment, m_twin.clock.now() });
    });
    if (!verdict.callback)
        return;
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"approval"_s;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    delivery->path = u"/callbacks/approval"_s;
    const QJsonObject body { { u"eventId"_s, delivery->eventId },
                             { u"operationId"_s, approval->operationId },
                             { u"decision"_s, verdict.decision },
                             { u"approver"_s, verdict.approver },
                             { u"ext"_s, approval->request[u"ext"_s].toObject() },
                             { u"occurredAt"_s, toIso(m_twin.clock.now()) } };
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_twin.deliveries.send(delivery, policy);
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
