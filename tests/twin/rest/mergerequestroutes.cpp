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

bool matches(const Call &call, const MergeRequest &candidate)
{
    const Parameters &wanted = call.parameters;
    const QString state = wanted.optionalText("state"_L1).value_or(u"all"_s);
    const QStringList iids = wanted.list("iids"_L1);
    const auto same = [&](QLatin1StringView key, const QString &value) {
        return !wanted.has(key) || wanted.text(key) == value;
    };
    return (state == "all"_L1 || state == render::stateName(candidate.state))
        && (iids.isEmpty() || iids.contains(QString::number(candidate.iid))) && same("source_branch"_L1, candidate.sourceBranch)
        && same("target_branch"_L1, candidate.targetBranch) && same("author_id"_L1, QString::number(candidate.author->id))
        && same("author_username"_L1, candidate.author->username)
        && candidate.title.contains(wanted.text("search"_L1), Qt::CaseInsensitive);
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    call.parameters.requireOneOf("state"_L1, { u"opened"_s, u"closed"_s, u"locked"_s, u"merged"_s, u"all"_s });
    call.parameters.requireOneOf("order_by"_L1, { u"created_at"_s, u"updated_at"_s, u"merged_at"_s, u"title"_s });
    call.parameters.requireOneOf("sort"_L1, { u"asc"_s, u"desc"_s });
    QList<MergeRequestPtr> found;
    for (const MergeRequestPtr &candidate : std::as_const(project->mergeRequests)) {
        if (matches(call, *candidate))
            found.append(candidate);
    }
    if (call.parameters.text("order_by"_L1) == "updated_at"_L1) {
        std::stable_sort(found.begin(), found.end(),
                         [](const MergeRequestPtr &a, const MergeRequestPtr &b) { return a->updatedAt < b->updatedAt; });
    }
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
    const bool recheck = call.parameters.flag("with_merge_status_recheck"_L1).value_or(false);
    const Page page = pageOf(call);
    QJsonArray items;
    const auto wanted = found.mid(page.first(), page.size);
    for (const MergeRequestPtr &mergeRequest : wanted) {
        items.append(listed(call, project, *mergeRequest));
        if (recheck)
            call.twin.mergeability.recheck(project, mergeRequest);
    }
    co_return pagedReply(call, page, items, found.size());
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Developer);
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
    if (wanted.title.isEmpty())
        throw Refusal::message(400, QJsonObject { { u"title"_s, QJsonArray { u"can't be blank"_s } } });
    const MergeRequestPtr made = call.twin.mergeRequests.create(project, wanted, call.actor());
    co_return jsonReply(201, detailed(call, project, *made));
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    QJsonObject json = detailed(call, project, *mergeRequest);
    if (call.parameters.flag("include_rebase_in_progress"_L1).value_or(false))
        json.insert(u"rebase_in_progress"_s, mergeRequest->rebaseInProgress);
    if (project->policy.isSet("check_on_get"_L1))
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
    static const QList<QLatin1StringView> fields { "title"_L1,         "description"_L1,
                                                   "target_branch"_L1, "remove_source_branch"_L1,
                                                   "squash"_L1,        "discussion_locked"_L1,
                                                   "assignee_ids"_L1,  "assignee_id"_L1,
                                                   "reviewer_ids"_L1,  "labels"_L1,
                                                   "add_labels"_L1,    "remove_labels"_L1 };
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

Task<Reply> notes(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    QList<Note> found = mergeRequest->notes;
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
    const Page page = pageOf(call);
    QJsonArray items;
    const auto wanted = found.mid(page.first(), page.size);
    for (const Note &note : wanted)
        items.append(render::note(call.baseUrl(), *mergeRequest, note));
    co_return pagedReply(call, page, items, found.size());
}

Task<Reply> createNote(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.parameters.require({ "body"_L1 });
    const Note &note = call.twin.mergeRequests.comment(project, mergeRequest, call.parameters.text("body"_L1),
                                                       call.parameters.flag("internal"_L1).value_or(false), call.actor());
    co_return jsonReply(201, render::note(call.baseUrl(), *mergeRequest, note));
}

} // namespace

QList<Operation> routes::mergeRequests()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/merge_requests", u"mr.list"_s, Need::Read, &list },
        { Method::Post, "/api/v4/projects/{id}/merge_requests", u"mr.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}", u"mr.get"_s, Need::Read, &get },
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}", u"mr.update"_s, Need::Write, &update },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/notes", u"mr.notes"_s, Need::Read, &notes },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/notes", u"mr.note_create"_s, Need::Write, &createNote },
    };
}

} // namespace slipway::twin
