// SPDX-License-Identifier: GPL-3.0-only
// Approvals of merge requests.
#include "tests/twin/model/checklist.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/rest/showmergerequest.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

/// What comes with approval rules is unknown to the other edition, whoever asks.
void requireRules(const ProjectPtr &project)
{
    if (project->policy.text("edition"_L1) == "ce"_L1)
        throw Refusal::error(404, u"404 Not Found"_s);
}

Task<Reply> approvals(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    co_return jsonReply(200, approvalsOf(call, project, *call.mergeRequest(project)));
}

Task<Reply> approvalState(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    requireRules(project);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const qint64 required = project->policy.number("required_approvals"_L1);
    QJsonArray eligible, approvedBy;
    for (auto it = project->members.cbegin(); it != project->members.cend(); ++it) {
        if (it.value() >= Developer)
            eligible.append(render::userBrief(call.baseUrl(), call.twin.world.userById(it.key())));
    }
    for (const Approval &approval : std::as_const(mergeRequest->approvals))
        approvedBy.append(render::userBrief(call.baseUrl(), approval.user));
    const QJsonObject rule { { u"id"_s, 1 },
                             { u"name"_s, u"All Members"_s },
                             { u"rule_type"_s, u"any_approver"_s },
                             { u"eligible_approvers"_s, eligible },
                             { u"approvals_required"_s, required },
                             { u"users"_s, QJsonArray() },
                             { u"groups"_s, QJsonArray() },
                             { u"approved_by"_s, approvedBy },
                             { u"approved"_s, mergeRequest->approvals.size() >= required },
                             { u"overridden"_s, false } };
    co_return jsonReply(200, QJsonObject { { u"approval_rules_overwritten"_s, false }, { u"rules"_s, QJsonArray { rule } } });
}

Task<Reply> approve(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    ApprovalOrder order;
    order.sha = call.parameters.optionalText("sha"_L1);
    order.password = call.parameters.text("approval_password"_L1);
    // Of the JSON body alone: clients that put it into the query have not sent one.
    order.checklist = call.parameters.bodyValue("checklist"_L1);
    const Actor actor = call.actor();
    co_await call.twin.approving.approve(project, mergeRequest, order, actor);
    QJsonObject json = approvalsOf(call, project, *mergeRequest);
    for (const Approval &approval : std::as_const(mergeRequest->approvals)) {
        if (approval.user == call.user && !approval.checklistVersion.isEmpty())
            json.insert(u"checklist"_s, checklistOf(approval));
    }
    co_return jsonReply(201, json);
}

Task<Reply> unapprove(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.twin.approving.unapprove(project, mergeRequest, call.actor());
    co_return jsonReply(201, approvalsOf(call, project, *mergeRequest));
}

Task<Reply> resetApprovals(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    requireRules(project);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.twin.approving.reset(project, mergeRequest, call.actor());
    co_return jsonReply(202, QJsonObject());
}

Task<Reply> checklist(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const Checklist list(project->policy.object("checklist"_L1), mergeRequest->head);
    if (!list.isEnabled() || !list.isReadable())
        throw Refusal::error(404, u"404 Not Found"_s);
    co_return jsonReply(200, list.toJson());
}

} // namespace

QList<Operation> routes::reviews()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/approvals", u"mr.approvals"_s, Need::Read, &approvals },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/approval_state", u"mr.approval_state"_s, Need::Read,
          &approvalState },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/approve", u"mr.approve"_s, Need::Write, &approve },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/unapprove", u"mr.unapprove"_s, Need::Write, &unapprove },
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}/reset_approvals", u"mr.reset_approvals"_s, Need::Write,
          &resetApprovals },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/approval_checklist", u"mr.checklist"_s, Need::Read,
          &checklist },
    };
}

} // namespace slipway::twin
