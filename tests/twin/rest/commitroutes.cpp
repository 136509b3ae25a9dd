// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/committing.h"
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

/// How many lines a commit added and took away.
Task<QJsonObject> statsOf(ProjectPtr project, Commit commit)
{
    const LineCount lines = co_await project->repository->lineCount(commit.parents.value(0), commit.id);
    co_return QJsonObject { { u"additions"_s, lines.added },
                            { u"deletions"_s, lines.removed },
                            { u"total"_s, lines.added + lines.removed } };
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    call.parameters.require({ "branch"_L1, "commit_message"_L1, "actions"_L1 });
    const QJsonValue actions = call.parameters.value("actions"_L1);
    if (!actions.isArray())
        throw Refusal::error(400, u"actions is invalid"_s);
    WantedCommit wanted;
    wanted.branch = call.parameters.text("branch"_L1);
    wanted.message = call.parameters.text("commit_message"_L1);
    wanted.actions = actions.toArray();
    const Commit made = co_await commitNow(call, project, wanted);
    QJsonObject json = render::commit(call.baseUrl(), project, made);
    if (call.parameters.flag("stats"_L1).value_or(true)) {
        const QJsonObject stats = co_await statsOf(project, made);
        json.insert(u"stats"_s, stats);
    }
    json.insert(u"status"_s, QJsonValue());
    json.insert(u"project_id"_s, project->id);
    co_return jsonReply(201, json);
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString ref = call.parameters.optionalText("ref_name"_L1).value_or(project->defaultBranch);
    QString range = ref;
    if (!ref.contains(u".."_s)) {
        range = co_await project->repository->resolve(ref);
        if (range.isEmpty())
            throw Refusal::missing(u"Commit"_s);
    }
    const Page page = pageOf(call);
    // One more than asked for tells whether there is a next page; GitLab never counts commits.
    const QList<Commit> commits =
        co_await project->repository->log(range, call.parameters.text("path"_L1), page.first(), page.size + 1);
    QJsonArray items;
    for (const Commit &commit : commits.first(qMin<qsizetype>(commits.size(), page.size)))
        items.append(render::commit(call.baseUrl(), project, commit));
    co_return pagedReply(call, page, items, -1, commits.size() > page.size);
}

Task<std::optional<Commit>> wanted(Call &call, ProjectPtr project)
{
    const QString id = co_await project->repository->resolve(call.argument(1));
    std::optional<Commit> commit = co_await project->repository->commit(id);
    if (!commit)
        throw Refusal::missing(u"Commit"_s);
    co_return commit;
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const std::optional<Commit> commit = co_await wanted(call, project);
    QJsonObject json = render::commit(call.baseUrl(), project, *commit);
    PipelinePtr last;
    for (const PipelinePtr &pipeline : std::as_const(project->pipelines)) {
        if (pipeline->sha == commit->id)
            last = pipeline;
    }
    if (call.parameters.flag("stats"_L1).value_or(true)) {
        const QJsonObject stats = co_await statsOf(project, *commit);
        json.insert(u"stats"_s, stats);
    }
    json.insert(u"last_pipeline"_s, render::pipelineBrief(call.baseUrl(), project, last));
    json.insert(u"status"_s, last ? QJsonValue(last->status) : QJsonValue());
    json.insert(u"project_id"_s, project->id);
    co_return jsonReply(200, json);
}

Task<Reply> refs(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const std::optional<Commit> commit = co_await wanted(call, project);
    QJsonArray items;
    const QMap<QString, QString> branches = project->repository->branches();
    for (auto it = branches.begin(); it != branches.end(); ++it) {
        const bool holds = co_await project->repository->isAncestor(commit->id, it.value());
        if (holds)
            items.append(QJsonObject { { u"type"_s, u"branch"_s }, { u"name"_s, it.key() } });
    }
    const Slice slice = sliceOf(call, items.size(), [&](qsizetype index) { return items[index][u"name"_s].toString(); });
    QJsonArray shown;
    for (qsizetype i = 0; i < slice.count; ++i)
        shown.append(items[slice.first + i]);
    co_return slice.reply(call, shown);
}

} // namespace

QList<Operation> routes::commits()
{
    return {
        { Method::Post, "/api/v4/projects/{id}/repository/commits", u"commit.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/repository/commits", u"commit.list"_s, Need::Read, &list },
        { Method::Get, "/api/v4/projects/{id}/repository/commits/{sha}", u"commit.get"_s, Need::Read, &get },
        { Method::Get, "/api/v4/projects/{id}/repository/commits/{sha}/refs", u"commit.refs"_s, Need::Read, &refs },
    };
}

} // namespace slipway::twin
