// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/showmergerequest.h"

#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

QJsonObject checklistOf(const Approval &approval)
{
    return { { u"version"_s, approval.checklistVersion },
             { u"submitted_by"_s, approval.user->username },
             { u"submitted_at"_s, render::time(approval.at) } };
}

QJsonObject listed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    return render::mergeRequest(call.baseUrl(), project, mergeRequest, call.twin.mergeability.shown(project, mergeRequest));
}

QJsonObject detailed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest, const ShownStatus &status)
{
    QJsonObject json = render::mergeRequest(call.baseUrl(), project, mergeRequest, status);
    render::addDetails(json, call.baseUrl(), project, mergeRequest, call.user);
    return json;
}

QJsonObject detailed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    return detailed(call, project, mergeRequest, call.twin.mergeability.shown(project, mergeRequest));
}

QJsonObject approvalsOf(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    const qint64 required = project->policy.number("required_approvals"_L1);
    const qint64 given = mergeRequest.approvals.size();
    QJsonArray approvedBy;
    for (const Approval &approval : mergeRequest.approvals) {
        QJsonObject entry { { u"user"_s, render::userBrief(call.baseUrl(), approval.user) },
                            { u"approved_at"_s, render::time(approval.at) } };
        if (!approval.checklistVersion.isEmpty())
            entry.insert(u"checklist"_s, checklistOf(approval));
        approvedBy.append(entry);
    }
    // All that the edition without approval rules tells.
    const QJsonObject common {
        { u"approved"_s, given >= required },
        { u"approved_by"_s, approvedBy },
        { u"user_has_approved"_s, mergeRequest.isApprovedBy(call.user) },
        { u"user_can_approve"_s, call.twin.approving.canApprove(project, mergeRequest, call.user) },
    };
    if (project->policy.text("edition"_L1) == "ce"_L1)
        return common;
    QJsonObject json {
        { u"id"_s, mergeRequest.id },
        { u"iid"_s, mergeRequest.iid },
        { u"project_id"_s, mergeRequest.projectId },
        { u"title"_s, mergeRequest.title },
        { u"description"_s, mergeRequest.description },
        { u"state"_s, render::stateName(mergeRequest.state) },
        { u"created_at"_s, render::time(mergeRequest.createdAt) },
        { u"updated_at"_s, render::time(mergeRequest.updatedAt) },
        { u"merge_status"_s, Mergeability::mergeStatusName(mergeRequest.mergeStatus) },
        { u"approvals_required"_s, required },
        { u"approvals_left"_s, qMax(qint64(0), required - given) },
        { u"require_password_to_approve"_s, !project->policy.text("approval_password"_L1).isEmpty() },
        { u"suggested_approvers"_s, QJsonArray() },
        { u"approvers"_s, QJsonArray() },
        { u"approver_groups"_s, QJsonArray() },
        { u"has_approval_rules"_s, required > 0 },
        { u"merge_request_approvers_available"_s, true },
        { u"multiple_approval_rules_available"_s, true },
    };
    for (auto it = common.begin(); it != common.end(); ++it)
        json.insert(it.key(), *it);
    return json;
}

} // namespace slipway::twin
