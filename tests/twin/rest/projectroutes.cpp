// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

struct MappedSetting {
    QLatin1StringView parameter;
    QString key;
};

/// Puts those parameters that were sent into the project's settings. A word that is none is refused as GitLab does.
void changeSettings(const Call &call, const ProjectPtr &project, const QList<MappedSetting> &texts,
                    const QList<MappedSetting> &flags)
{
    QJsonObject changes;
    for (const MappedSetting &text : texts) {
        if (call.parameters.has(text.parameter))
            changes.insert(text.key, call.parameters.text(text.parameter));
    }
    for (const MappedSetting &flag : flags) {
        if (const auto given = call.parameters.flag(flag.parameter))
            changes.insert(flag.key, *given);
    }
    call.twin.world.apply({ u"settings"_s, project, nullptr, call.actor(), {}, changes, {} },
                          [&] { project->policy.change(changes); });
}

Task<Reply> list(Call &call)
{
    const bool membership = call.parameters.flag("membership"_L1).value_or(false);
    const QString search = call.parameters.text("search"_L1);
    QList<ProjectPtr> found;
    for (const ProjectPtr &project : call.twin.world.projects()) {
        if (project->canRead(call.user) && (!membership || project->levelOf(call.user) > NoAccess)
            && project->path.contains(search, Qt::CaseInsensitive))
            found.append(project);
    }
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
    co_return listReply<ProjectPtr>(
        call, found, [](const ProjectPtr &project) { return sortable(project->id); },
        [&](const ProjectPtr &project) { return render::project(call.baseUrl(), project, call.user); });
}

Task<Reply> get(Call &call) { co_return jsonReply(200, render::project(call.baseUrl(), call.project(), call.user)); }

Task<Reply> update(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    call.parameters.requireOneOf("merge_method"_L1, { u"merge"_s, u"rebase_merge"_s, u"ff"_s });
    call.parameters.requireOneOf("squash_option"_L1, { u"never"_s, u"always"_s, u"default_on"_s, u"default_off"_s });
    changeSettings(call, project, { { "merge_method"_L1, u"merge_method"_s }, { "squash_option"_L1, u"squash_option"_s } },
                   { { "only_allow_merge_if_pipeline_succeeds"_L1, u"pipelines_must_succeed"_s },
                     { "allow_merge_on_skipped_pipeline"_L1, u"allow_skipped"_s },
                     { "only_allow_merge_if_all_discussions_are_resolved"_L1, u"discussions_must_resolve"_s },
                     { "remove_source_branch_after_merge"_L1, u"remove_source_branch"_s },
                     { "merge_pipelines_enabled"_L1, u"merged_results"_s } });
    co_return jsonReply(200, render::project(call.baseUrl(), project, call.user));
}

QJsonObject approvalSettings(const ProjectPtr &project)
{
    const Settings &policy = project->policy;
    return { { u"approvers"_s, QJsonArray() },
             { u"approver_groups"_s, QJsonArray() },
             { u"approvals_before_merge"_s, policy.number("required_approvals"_L1) },
             { u"reset_approvals_on_push"_s, policy.isSet("reset_on_push"_L1) },
             { u"selective_code_owner_removals"_s, false },
             { u"disable_overriding_approvers_per_merge_request"_s, true },
             { u"merge_requests_author_approval"_s, policy.isSet("author_approval"_L1) },
             { u"merge_requests_disable_committers_approval"_s, !policy.isSet("committers_approval"_L1) },
             { u"require_password_to_approve"_s, !policy.text("approval_password"_L1).isEmpty() } };
}

Task<Reply> approvals(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    co_return jsonReply(200, approvalSettings(project));
}

Task<Reply> changeApprovals(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    changeSettings(call, project, {},
                   { { "reset_approvals_on_push"_L1, u"reset_on_push"_s },
                     { "merge_requests_author_approval"_L1, u"author_approval"_s } });
    if (const auto disable = call.parameters.flag("merge_requests_disable_committers_approval"_L1))
        project->policy.change({ { u"committers_approval"_s, !*disable } });
    co_return jsonReply(201, approvalSettings(project));
}

QJsonObject member(const Call &call, const ProjectPtr &project, const UserPtr &user)
{
    QJsonObject json = render::userBrief(call.baseUrl(), user).toObject();
    json.insert(u"access_level"_s, project->members.value(user->id));
    json.insert(u"expires_at"_s, QJsonValue());
    json.insert(u"created_at"_s, render::time(project->createdAt));
    return json;
}

Task<Reply> members(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    QList<UserPtr> found;
    for (const UserPtr &user : call.twin.world.users()) {
        if (project->members.contains(user->id) && user->username.contains(call.parameters.text("query"_L1)))
            found.append(user);
    }
    co_return listReply<UserPtr>(
        call, found, [](const UserPtr &user) { return sortable(user->id); },
        [&](const UserPtr &user) { return member(call, project, user); });
}

Task<Reply> oneMember(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const UserPtr user = call.twin.world.userById(call.numberArgument(1, "user_id"_L1));
    if (!user || !project->members.contains(user->id))
        throw Refusal::noRecord();
    co_return jsonReply(200, member(call, project, user));
}

} // namespace

QList<Operation> routes::projects()
{
    return {
        { Method::Get, "/api/v4/projects", u"project.list"_s, Need::Read, &list },
        { Method::Get, "/api/v4/projects/{id}", u"project"_s, Need::Read, &get },
        { Method::Put, "/api/v4/projects/{id}", u"project.update"_s, Need::Write, &update },
        { Method::Get, "/api/v4/projects/{id}/approvals", u"project.approvals"_s, Need::Read, &approvals },
        { Method::Post, "/api/v4/projects/{id}/approvals", u"project.approvals_update"_s, Need::Write, &changeApprovals },
        { Method::Get, "/api/v4/projects/{id}/members", u"member.list"_s, Need::Read, &members },
        { Method::Get, "/api/v4/projects/{id}/members/all", u"member.list"_s, Need::Read, &members },
        { Method::Get, "/api/v4/projects/{id}/members/{user}", u"member"_s, Need::Read, &oneMember },
        { Method::Get, "/api/v4/projects/{id}/members/all/{user}", u"member"_s, Need::Read, &oneMember },
    };
}

} // namespace slipway::twin
