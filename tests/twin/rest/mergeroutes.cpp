// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/rest/showmergerequest.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

Task<Reply> merge(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const Parameters &wanted = call.parameters;
    MergeOrder order;
    order.sha = wanted.text("sha"_L1);
    order.removeSourceBranch = wanted.flag("should_remove_source_branch"_L1);
    order.squash = wanted.flag("squash"_L1);
    order.mergeMessage = wanted.text("merge_commit_message"_L1);
    order.squashMessage = wanted.text("squash_commit_message"_L1);
    order.whenPipelineSucceeds =
        wanted.flag("merge_when_pipeline_succeeds"_L1).value_or(false) || wanted.flag("auto_merge"_L1).value_or(false);
    co_await call.twin.merging.merge(project, mergeRequest, order, call.actor());
    co_return jsonReply(200, detailed(call, project, *mergeRequest));
}

Task<Reply> cancelAutoMerge(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    if (!project->canMergeInto(call.user, mergeRequest->targetBranch))
        throw Refusal::unauthorized();
    if (!mergeRequest->isOpen())
        throw Refusal::message(406, u"Can't cancel the automatic merge"_s);
    call.twin.merging.cancelAutoMerge(project, mergeRequest, call.actor());
    co_return jsonReply(201, detailed(call, project, *mergeRequest));
}

Task<Reply> rebase(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.twin.rebasing.enqueue(project, mergeRequest, call.actor());
    co_return jsonReply(202, QJsonObject { { u"rebase_in_progress"_s, true } });
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
    call.twin.approving.approve(project, mergeRequest, call.parameters.text("sha"_L1), call.actor());
    co_return jsonReply(201, approvalsOf(call, project, *mergeRequest));
}

Task<Reply> unapprove(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.twin.approving.unapprove(project, mergeRequest, call.actor());
    co_return jsonReply(201, approvalsOf(call, project, *mergeRequest));
}

} // namespace

QList<Operation> routes::merging()
{
    return {
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}/merge", u"mr.merge"_s, Need::Write, &merge },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/cancel_merge_when_pipeline_succeeds",
          u"mr.cancel_auto_merge"_s, Need::Write, &cancelAutoMerge },
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}/rebase", u"mr.rebase"_s, Need::Write, &rebase },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/approvals", u"mr.approvals"_s, Need::Read, &approvals },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/approval_state", u"mr.approval_state"_s, Need::Read,
          &approvalState },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/approve", u"mr.approve"_s, Need::Write, &approve },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/unapprove", u"mr.unapprove"_s, Need::Write, &unapprove },
    };
}

} // namespace slipway::twin
