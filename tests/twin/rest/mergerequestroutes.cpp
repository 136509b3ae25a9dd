// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/rest/showmergerequest.h"
#include "tests/twin/twin.h"

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

QList<UserPtr> usersFrom(const Call &call, QLatin1StringView many, QLatin1StringView one)
{
    QList<UserPtr> users;
    QStringList ids = call.parameters.list(many);
    if (ids.isEmpty() && call.parameters.has(one))
        ids.append(call.parameters.text(one));
    for (const QString &id : std::as_const(ids)) {
        if (const UserPtr user = call.twin.world.userById(id.toLongLong()))
            users.append(user);
    }
    return users;
}

void requireTitle(const QString &title)
{
    if (title.trimmed().isEmpty())
        throw Refusal::message(400, QJsonObject { { u"title"_s, QJsonArray { u"can't be blank"_s } } });
    if (title.size() > 255)
        throw Refusal::message(400,
                               QJsonObject { { u"title"_s, QJsonArray { u"is too long (maximum is 255 characters)"_s } } });
}

/// There are no forks here, so a merge request cannot lead into another project.
void requireOwnProject(const Call &call, const ProjectPtr &project)
{
    const auto target = call.parameters.number("target_project_id"_L1);
    if (!target || *target == project->id)
        return;
    const ProjectPtr other = call.twin.world.project(QString::number(*target));
    if (!other || !other->canRead(call.user))
        throw Refusal::missing(u"Project"_s);
    throw Refusal::message(422, QJsonArray { u"Source project is not a fork of the target project"_s });
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requirePush(project);
    call.parameters.require({ "title"_L1, "source_branch"_L1, "target_branch"_L1 });
    NewMergeRequest wanted;
    wanted.title = call.parameters.text("title"_L1);
    wanted.description = call.parameters.text("description"_L1);
    wanted.sourceBranch = call.parameters.text("source_branch"_L1);
    wanted.targetBranch = call.parameters.text("target_branch"_L1);
    wanted.removeSourceBranch = call.parameters.flag("remove_source_branch"_L1);
    wanted.squash = call.parameters.flag("squash"_L1);
    wanted.assignees = usersFrom(call, "assignee_ids"_L1, "assignee_id"_L1);
    wanted.reviewers = usersFrom(call, "reviewer_ids"_L1, "reviewer_id"_L1);
    wanted.labels = call.parameters.list("labels"_L1);
    wanted.mergeAfter = call.parameters.time("merge_after"_L1);
    requireTitle(wanted.title);
    requireOwnProject(call, project);
    const MergeRequestPtr made = call.twin.mergeRequests.create(project, wanted, call.actor());
    co_return jsonReply(201, detailed(call, project, *made));
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    QJsonObject json = detailed(call, project, *mergeRequest, call.twin.mergeability.shownOnce(project, *mergeRequest));
    if (call.parameters.flag("include_rebase_in_progress"_L1).value_or(false))
        json.insert(u"rebase_in_progress"_s, mergeRequest->rebaseInProgress);
    if (project->policy.isSet("check_on_get"_L1) && !call.stale)
        call.twin.mergeability.recheck(project, mergeRequest);
    if (call.parameters.flag("include_diverged_commits_count"_L1).value_or(false)) {
        const QString range = mergeRequest->head + u".."_s + project->repository->head(mergeRequest->targetBranch);
        const int behind = co_await project->repository->count(range);
        json.insert(u"diverged_commits_count"_s, behind);
    }
    co_return jsonReply(200, json);
}

MergeRequestEdit editFrom(const Call &call, const MergeRequest &mergeRequest)
{
    const Parameters &wanted = call.parameters;
    MergeRequestEdit edit;
    edit.title = wanted.optionalText("title"_L1);
    edit.description = wanted.optionalText("description"_L1);
    edit.targetBranch = wanted.optionalText("target_branch"_L1);
    edit.removeSourceBranch = wanted.flag("remove_source_branch"_L1);
    edit.squash = wanted.flag("squash"_L1);
    edit.discussionLocked = wanted.flag("discussion_locked"_L1);
    edit.mergeAfter = wanted.time("merge_after"_L1);
    if (edit.title)
        requireTitle(*edit.title);
    if (wanted.has("assignee_ids"_L1) || wanted.has("assignee_id"_L1))
        edit.assignees = usersFrom(call, "assignee_ids"_L1, "assignee_id"_L1);
    if (wanted.has("reviewer_ids"_L1))
        edit.reviewers = usersFrom(call, "reviewer_ids"_L1, "reviewer_id"_L1);
    if (wanted.has("labels"_L1))
        edit.labels = wanted.list("labels"_L1);
    if (wanted.has("add_labels"_L1) || wanted.has("remove_labels"_L1)) {
        QStringList labels = edit.labels.value_or(mergeRequest.labels) + wanted.list("add_labels"_L1);
        labels.removeDuplicates();
        const QStringList removed = wanted.list("remove_labels"_L1);
        labels.removeIf([&](const QString &label) { return removed.contains(label); });
        edit.labels = labels;
    }
    return edit;
}

Task<Reply> update(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    if (call.user != mergeRequest->author)
        call.requireLevel(project, Developer);
    static const QList<QLatin1StringView> fields {
        "title"_L1,        "description"_L1,       "target_branch"_L1, "remove_source_branch"_L1,
        "squash"_L1,       "discussion_locked"_L1, "merge_after"_L1,   "assignee_ids"_L1,
        "assignee_id"_L1,  "reviewer_ids"_L1,      "labels"_L1,        "add_labels"_L1,
        "remove_labels"_L1
    };
    const bool edits =
        std::any_of(fields.begin(), fields.end(), [&](QLatin1StringView key) { return call.parameters.has(key); });
    const QString event = call.parameters.text("state_event"_L1);
    if (!edits && event.isEmpty())
        throw Refusal::error(400,
                             u"assignee_id, title, description, state_event, target_branch are missing, "
                             "at least one parameter must be provided"_s);
    call.parameters.requireOneOf("state_event"_L1, { u"close"_s, u"reopen"_s });
    if (event == "close"_L1 && mergeRequest->state == MergeRequest::State::Merged
        && project->policy.text("close_merged"_L1) == "405"_L1)
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    if (edits)
        call.twin.mergeRequests.edit(project, mergeRequest, editFrom(call, *mergeRequest), call.actor());
    if (event == "close"_L1)
        call.twin.mergeRequests.close(project, mergeRequest, call.actor());
    else if (event == "reopen"_L1)
        call.twin.mergeRequests.reopen(project, mergeRequest, call.actor());
    co_return jsonReply(200, detailed(call, project, *mergeRequest));
}

} // namespace

QList<Operation> routes::mergeRequests()
{
    return {
        { Method::Post, "/api/v4/projects/{id}/merge_requests", u"mr.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}", u"mr.get"_s, Need::Read, &get },
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}", u"mr.update"_s, Need::Write, &update },
    };
}

} // namespace slipway::twin
