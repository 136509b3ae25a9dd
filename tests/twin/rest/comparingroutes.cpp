// SPDX-License-Identifier: GPL-3.0-only
// What lies between two commits: comparisons, and the commits and diffs of a merge request.
#include "tests/twin/rest/diffs.h"
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/rest/showmergerequest.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

constexpr int commitsAtMost = 1000;

QJsonArray rendered(const Call &call, const ProjectPtr &project, const QList<Commit> &commits)
{
    QJsonArray items;
    for (const Commit &commit : commits)
        items.append(render::commit(call.baseUrl(), project, commit));
    return items;
}

Task<Reply> compare(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    call.parameters.require({ "from"_L1, "to"_L1 });
    Repository &repository = *project->repository;
    QString from = co_await repository.resolve(call.parameters.text("from"_L1));
    const QString to = co_await repository.resolve(call.parameters.text("to"_L1));
    if (from.isEmpty() || to.isEmpty())
        throw Refusal::missing(u"Ref"_s);
    if (!call.parameters.flag("straight"_L1).value_or(false)) {
        const QString base = co_await repository.mergeBase(from, to);
        from = base.isEmpty() ? from : base;
    }
    QList<Commit> commits = co_await repository.log(from + u".."_s + to, QString(), 0, commitsAtMost);
    std::reverse(commits.begin(), commits.end());
    const QByteArray patch = co_await repository.diff(from, to);
    const QJsonArray items = rendered(call, project, commits);
    const QString page = u"/-/compare/%1...%2"_s.arg(call.parameters.text("from"_L1), call.parameters.text("to"_L1));
    co_return jsonReply(200,
                        QJsonObject { { u"commit"_s, items.isEmpty() ? QJsonValue() : items.last() },
                                      { u"commits"_s, items },
                                      { u"diffs"_s, diffsFrom(patch) },
                                      { u"compare_timeout"_s, false },
                                      { u"compare_same_ref"_s, from == to },
                                      { u"web_url"_s, call.baseUrl() + u'/' + project->path + page } });
}

Task<Reply> commitsOf(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    QList<Commit> commits;
    if (!mergeRequest->diffBase.isEmpty())
        commits = co_await project->repository->log(mergeRequest->diffBase + u".."_s + mergeRequest->head, QString(), 0,
                                                    commitsAtMost);
    const Slice slice = sliceOf(call, commits.size(), [&](qsizetype index) { return sortable(index); });
    co_return slice.reply(call, rendered(call, project, commits.mid(slice.first, slice.count)));
}

Task<QJsonArray> diffsOf(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (mergeRequest->diffBase.isEmpty())
        co_return QJsonArray();
    const QByteArray patch = co_await project->repository->diff(mergeRequest->diffBase, mergeRequest->head);
    co_return diffsFrom(patch);
}

Task<Reply> diffs(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QJsonArray all = co_await diffsOf(project, call.mergeRequest(project));
    const Slice slice = sliceOf(call, all.size(), [&](qsizetype index) { return sortable(index); });
    QJsonArray items;
    for (qsizetype i = 0; i < slice.count; ++i)
        items.append(all[slice.first + i]);
    co_return slice.reply(call, items);
}

Task<Reply> changes(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const QJsonArray all = co_await diffsOf(project, mergeRequest);
    QJsonObject json = detailed(call, project, *mergeRequest);
    json.insert(u"changes"_s, all);
    json.insert(u"overflow"_s, false);
    co_return jsonReply(200, json);
}

} // namespace

QList<Operation> routes::comparing()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/repository/compare", u"compare"_s, Need::Read, &compare },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/commits", u"mr.commits"_s, Need::Read, &commitsOf },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/diffs", u"mr.diffs"_s, Need::Read, &diffs },
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/changes", u"mr.changes"_s, Need::Read, &changes },
    };
}

} // namespace slipway::twin
