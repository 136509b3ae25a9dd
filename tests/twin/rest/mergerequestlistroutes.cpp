// SPDX-License-Identifier: GPL-3.0-only
// Lists of merge requests, which GitLab serves from a cache that does not notice everything.
#include "tests/twin/rest/paging.h"
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

using Entry = QPair<ProjectPtr, MergeRequestPtr>;

bool hasAll(const QStringList &wanted, const QStringList &present)
{
    return std::all_of(wanted.begin(), wanted.end(), [&](const QString &label) { return present.contains(label); });
}

bool matches(const Call &call, const MergeRequest &candidate)
{
    const Parameters &wanted = call.parameters;
    const QString state = wanted.optionalText("state"_L1).value_or(u"all"_s);
    const QStringList iids = wanted.list("iids"_L1);
    const auto same = [&](QLatin1StringView key, const QString &value) {
        return !wanted.has(key) || wanted.text(key) == value;
    };
    const auto after = wanted.time("updated_after"_L1), before = wanted.time("updated_before"_L1);
    const auto wip = wanted.optionalText("wip"_L1);
    return (state == "all"_L1 || state == render::stateName(candidate.state))
        && (iids.isEmpty() || iids.contains(QString::number(candidate.iid))) && same("source_branch"_L1, candidate.sourceBranch)
        && same("target_branch"_L1, candidate.targetBranch) && same("author_id"_L1, QString::number(candidate.author->id))
        && same("author_username"_L1, candidate.author->username) && hasAll(wanted.list("labels"_L1), candidate.labels)
        && (!wip || (*wip == "yes"_L1) == candidate.isDraft()) && (!after || candidate.updatedAt >= *after)
        && (!before || candidate.updatedAt <= *before)
        && candidate.title.contains(wanted.text("search"_L1), Qt::CaseInsensitive);
}

bool isAmong(const QString &id, const QList<UserPtr> &users)
{
    return std::any_of(users.begin(), users.end(), [&](const UserPtr &user) { return QString::number(user->id) == id; });
}

bool concerns(const Call &call, const MergeRequest &candidate)
{
    const Parameters &wanted = call.parameters;
    return (!wanted.has("assignee_id"_L1) || isAmong(wanted.text("assignee_id"_L1), candidate.assignees))
        && (!wanted.has("reviewer_id"_L1) || isAmong(wanted.text("reviewer_id"_L1), candidate.reviewers));
}

QList<Entry> chosen(const Call &call, const ProjectPtr &project)
{
    QList<Entry> found;
    for (const MergeRequestPtr &candidate : std::as_const(project->mergeRequests)) {
        const MergeRequestPtr seen = call.asSeen(candidate);
        if (seen && matches(call, *seen) && concerns(call, *seen))
            found.append({ project, seen });
    }
    return found;
}

void checkForm(const Call &call)
{
    const Parameters &given = call.parameters;
    given.requireOneOf("state"_L1, { u"opened"_s, u"closed"_s, u"locked"_s, u"merged"_s, u"all"_s });
    given.requireOneOf("order_by"_L1,
                       { u"created_at"_s, u"updated_at"_s, u"merged_at"_s, u"title"_s, u"label_priority"_s, u"priority"_s });
    given.requireOneOf("sort"_L1, { u"asc"_s, u"desc"_s });
    given.requireOneOf("view"_L1, { u"simple"_s });
    given.requireOneOf("wip"_L1, { u"yes"_s, u"no"_s });
    given.requireOneOf("scope"_L1, { u"created_by_me"_s, u"assigned_to_me"_s, u"all"_s });
}

void order(const Call &call, QList<Entry> &found)
{
    const QString by = call.parameters.text("order_by"_L1);
    const auto less = [&](const Entry &a, const Entry &b) {
        if (by == "updated_at"_L1)
            return a.second->updatedAt < b.second->updatedAt;
        if (by == "merged_at"_L1)
            return a.second->mergedAt.value_or(Instant()) < b.second->mergedAt.value_or(Instant());
        if (by == "title"_L1)
            return a.second->title < b.second->title;
        return a.second->id < b.second->id;
    };
    std::stable_sort(found.begin(), found.end(), less);
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
}

QJsonObject fromCache(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest, bool refresh)
{
    if (!project->policy.isSet("list_cache"_L1) || call.stale)
        return listed(call, project, mergeRequest);
    const QString key = u"%1 %2 %3"_s.arg(mergeRequest.id).arg(call.user ? call.user->id : 0).arg(call.baseUrl());
    const QString seal = u"%1 %2 %3"_s.arg(mergeRequest.listRevision)
                             .arg(int(mergeRequest.mergeStatus))
                             .arg(render::stateName(mergeRequest.state));
    return call.twin.listCache.entry(key, seal, refresh, call.twin.clock.now(),
                                     [&] { return listed(call, project, mergeRequest); });
}

Reply answer(const Call &call, const QList<Entry> &found)
{
    const bool recheck = call.parameters.flag("with_merge_status_recheck"_L1).value_or(false);
    const bool simple = call.parameters.text("view"_L1) == "simple"_L1;
    return listReply<Entry>(
        call, found, [](const Entry &entry) { return sortable(entry.second->id); },
        [&](const Entry &entry) -> QJsonValue {
            if (simple)
                return render::simpleMergeRequest(call.baseUrl(), entry.first, *entry.second);
            const QJsonObject json = fromCache(call, entry.first, *entry.second, recheck);
            if (recheck && !call.stale)
                call.twin.mergeability.recheck(entry.first, entry.second);
            return json;
        });
}

Task<Reply> ofProject(Call &call)
{
    const ProjectPtr project = call.project();
    checkForm(call);
    QList<Entry> found = chosen(call, project);
    order(call, found);
    co_return answer(call, found);
}

Task<Reply> ofEverybody(Call &call)
{
    call.requireUser();
    checkForm(call);
    const QString scope = call.parameters.optionalText("scope"_L1).value_or(u"created_by_me"_s);
    QList<Entry> found;
    for (const ProjectPtr &project : call.twin.world.projects()) {
        if (project->canRead(call.user))
            found += chosen(call, project);
    }
    found.removeIf([&](const Entry &entry) {
        return (scope == "created_by_me"_L1 && entry.second->author != call.user)
            || (scope == "assigned_to_me"_L1 && !entry.second->assignees.contains(call.user));
    });
    order(call, found);
    co_return answer(call, found);
}

} // namespace

QList<Operation> routes::mergeRequestLists()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/merge_requests", u"mr.list"_s, Need::Read, &ofProject },
        { Method::Get, "/api/v4/merge_requests", u"mr.list_all"_s, Need::Read, &ofEverybody },
    };
}

} // namespace slipway::twin
