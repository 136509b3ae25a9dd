// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/approvalsystem.h"

#include "service/outbound/httpclient.h"
#include "shared/error.h"

#include <QJsonArray>
#include <QJsonDocument>

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
        { u"ext"_s, QJsonObject() },
    };
    if (!expiresAt.isEmpty())
        json.insert(u"expires_at"_s, expiresAt);
    return json;
}

ApprovalSystem::ApprovalSystem(QUrl url, QString secret, std::chrono::milliseconds deadline)
    : m_url(std::move(url))
    , m_secret(std::move(secret))
    , m_deadline(deadline)
{
}

Sent ApprovalSystem::send(const Form &form) const
{
    outbound::Call call { .operation = "approval.send", .verb = outbound::Verb::Post, .url = m_url };
    call.url.setPath(call.url.path() + u"/approvals"_s);
    call.headers.append({ "Authorization", "Bearer " + m_secret.toUtf8() });
    call.body = QJsonDocument(form.toJson()).toJson(QJsonDocument::Compact);
    call.deadline = m_deadline;
    const outbound::Answer answer = outbound::HttpClient::forThisThread().perform(call);
    const QString text = answer.transport == outbound::Answer::Transport::Answered
        ? u"%1 %2"_s.arg(answer.status).arg(QString::fromUtf8(answer.body.left(300)))
        : answer.problem;
    if (answer.transport == outbound::Answer::Transport::NotSent || answer.status == 429)
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
    const outbound::Answer answer = outbound::HttpClient::forThisThread().perform(call);
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
