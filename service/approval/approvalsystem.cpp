// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/approvalsystem.h"

#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/outbound/dependency.h"
#include "shared/config/keytable.h"
#include "shared/error.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

namespace slipway::approval {

using namespace Qt::StringLiterals;

QJsonObject Form::toJson() const
{
    QJsonObject json {
        { u"approval_key"_s, operation.value() },
        { u"operation_id"_s, operation.value() },
        { u"subject"_s, subject },
        { u"target"_s, target },
        { u"title"_s, title },
        { u"reason"_s, reason },
        { u"requester"_s, requester },
        { u"approvers"_s, QJsonArray::fromStringList(approvers) },
        { u"ext"_s, mergeRequest ? QJsonObject { { u"mrId"_s, QString::number(mergeRequest->value()) } } : QJsonObject() },
    };
    if (!expiresAt.isEmpty())
        json.insert(u"expires_at"_s, expiresAt);
    return json;
}

ApprovalSystem::ApprovalSystem(QUrl url, QString secret, std::chrono::milliseconds deadline, outbound::Dependency &dependency)
    : m_url(std::move(url))
    , m_secret(std::move(secret))
    , m_deadline(deadline)
    , m_dependency(&dependency)
{
}

ApprovalSystem ApprovalSystem::of(const Services &services)
{
    const auto &boot = services.boot->approval;
    return ApprovalSystem(QUrl(boot.url), QString::fromUtf8(services.boot->secrets.value(boot.secret)),
                          services.config->duration(key("deadline.approvalMs")), *services.approvalSystem);
}

Sent ApprovalSystem::send(const Form &form) const { return post("approval.send", u"/approvals"_s, form.toJson()); }

Sent ApprovalSystem::cancel(const OperationId &operation) const
{
    return post("approval.cancel", u"/approvals/%1/cancel"_s.arg(operation.value()), {});
}

Sent ApprovalSystem::post(const char *operation, const QString &path, const QJsonObject &body) const
{
    outbound::Call call { .operation = operation, .verb = outbound::Verb::Post, .url = m_url };
    call.url.setPath(call.url.path() + path);
    call.headers.append({ "Authorization", "Bearer " + m_secret.toUtf8() });
    call.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    call.deadline = m_deadline;
    const outbound::Answer answer = m_dependency->perform(call);
    const QString text = answer.transport == outbound::Answer::Transport::Answered
        ? u"%1 %2"_s.arg(answer.status).arg(QString::fromUtf8(answer.body.left(300)))
        : answer.problem;
    // 401, 404 and 405 say nothing about the form: a secret is being changed, or something else answers at that address.
    static constexpr std::array withoutEffect { 401, 404, 405, 429 };
    if (answer.transport == outbound::Answer::Transport::NotSent
        || std::ranges::find(withoutEffect, answer.status) != withoutEffect.end())
        return { Sent::Kind::NotSent, text, answer.retryAfter() };
    if (answer.isSuccess())
        return { Sent::Kind::Accepted, text, {} };
    if (answer.transport == outbound::Answer::Transport::Lost || answer.status >= 500 || answer.status == 408)
        return { Sent::Kind::Unknown, text, answer.retryAfter() };
    return { Sent::Kind::Refused, text, {} };
}

std::optional<FormState> ApprovalSystem::ask(const OperationId &operation) const
{
    outbound::Call call { .operation = "approval.ask", .url = m_url };
    call.url.setPath(call.url.path() + u"/approvals/"_s + operation.value());
    call.headers.append({ "Authorization", "Bearer " + m_secret.toUtf8() });
    call.deadline = m_deadline;
    const outbound::Answer answer = m_dependency->perform(call);
    if (answer.transport == outbound::Answer::Transport::Answered && answer.status == 404)
        return std::nullopt;
    if (!answer.isSuccess() || !answer.json().isObject()) {
        throw Error(Code::Unavailable, u"the approval system cannot be asked: %1 %2"_s.arg(answer.status).arg(answer.problem))
            .withRetryAfter(answer.retryAfter().value_or(std::chrono::seconds(2)));
    }
    const QJsonObject json = answer.json().toObject();
    const QJsonArray decisions = json.value("decisions"_L1).toArray();
    return FormState { json.value("state"_L1).toString(),
                       decisions.isEmpty() ? QString() : decisions.last().toObject().value("user"_L1).toString() };
}

} // namespace slipway::approval
