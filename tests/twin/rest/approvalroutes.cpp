// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

void requireCaller(const Call &call)
{
    const Settings &services = call.twin.deliveries.services;
    QString expected = services.text("approval_token"_L1);
    if (expected.isEmpty())
        expected = services.text("approval_secret"_L1);
    if (expected.isEmpty() || call.request->header("Authorization") != "Bearer " + expected.toUtf8())
        throw Refusal::error(401, u"unauthorized"_s);
}

ApprovalRequestPtr wanted(const Call &call)
{
    const ApprovalRequestPtr found = call.twin.approvals.find(call.argument(0));
    if (!found)
        throw Refusal::error(404, u"not_found"_s);
    return found;
}

Task<Reply> create(Call &call)
{
    requireCaller(call);
    const QJsonDocument body = QJsonDocument::fromJson(call.request->body);
    if (!body.isObject())
        throw Refusal::error(400, u"the body must be a JSON object"_s);
    const auto taken = call.twin.approvals.ask(body.object(), call.journal);
    const ApprovalRequestPtr approval = taken.first;
    const ApprovalSystem::Asked asked = taken.second;
    if (asked == ApprovalSystem::Asked::Created)
        co_await call.twin.approvals.afterAsking(approval);
    co_return jsonReply(asked == ApprovalSystem::Asked::Created ? 201 : 200, call.twin.approvals.toJson(*approval));
}

Task<Reply> get(Call &call)
{
    requireCaller(call);
    co_return jsonReply(200, call.twin.approvals.toJson(*wanted(call)));
}

Task<Reply> cancel(Call &call)
{
    requireCaller(call);
    const ApprovalRequestPtr approval = wanted(call);
    call.twin.approvals.cancel(approval, call.journal);
    co_return jsonReply(200, call.twin.approvals.toJson(*approval));
}

} // namespace

QList<Operation> routes::approvalSystem()
{
    return {
        { Method::Post, "/approvals", u"approval.create"_s, Need::Nothing, &create },
        { Method::Get, "/approvals/{key}", u"approval.get"_s, Need::Nothing, &get },
        { Method::Post, "/approvals/{key}/cancel", u"approval.cancel"_s, Need::Nothing, &cancel },
    };
}

} // namespace slipway::twin
