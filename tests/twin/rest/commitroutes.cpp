// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/commitactions.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

/// Where a new commit goes: the branch, what it is built on, and what the branch pointed at before (empty: it is made).
struct Destination {
    QString branch;
    QString parent;
    QString before;
};

Task<Destination> destinationOf(Call &call, ProjectPtr project)
{
    Repository &repository = *project->repository;
    Destination to;
    to.branch = call.parameters.text("branch"_L1);
    to.before = to.parent = repository.head(to.branch);
    const QString start =
        call.parameters.has("start_sha"_L1) ? call.parameters.text("start_sha"_L1) : call.parameters.text("start_branch"_L1);
    if (start.isEmpty()) {
        if (to.before.isEmpty() && !repository.branches().isEmpty())
            throw Refusal::message(400, u"You can only create or edit files when you are on a branch"_s);
        co_return to;
    }
    const bool force = call.parameters.flag("force"_L1).value_or(false);
    if (!to.before.isEmpty() && start != to.branch && !force) {
        const QString text = u"A branch called '%1' already exists. Switch to that branch in order to make changes"_s;
        throw Refusal::message(400, text.arg(to.branch));
    }
    to.parent = co_await repository.resolve(start);
    if (to.parent.isEmpty())
        throw Refusal::message(400, u"Cannot find start_branch '%1'"_s.arg(start));
    co_return to;
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    call.parameters.require({ "branch"_L1, "commit_message"_L1, "actions"_L1 });
    if (!project->canPush(call.user, call.parameters.text("branch"_L1)))
        throw Refusal::forbidden(u"You are not allowed to push into this branch"_s);
    const Destination to = co_await destinationOf(call, project);
    const QJsonArray actions = call.parameters.value("actions"_L1).toArray();
    const QMap<QString, FileChange> changes = co_await changesFromActions(*project->repository, to.parent, actions);
    Signature who { call.user->name, call.user->email, call.twin.clock.now() };
    who.name = call.parameters.optionalText("author_name"_L1).value_or(who.name);
    who.email = call.parameters.optionalText("author_email"_L1).value_or(who.email);
    const QString message = call.parameters.text("commit_message"_L1);
    const QString made = co_await project->repository->commitFiles(to.parent, changes, message, who);
    const bool moved = co_await project->repository->moveBranch(to.branch, made, to.before);
    if (!moved)
        throw Refusal::message(400, u"Could not update refs/heads/%1. Please refresh and try again."_s.arg(to.branch));
    call.twin.world.apply({ u"commit"_s, project, nullptr, call.actor(), made, { { u"branch"_s, to.branch } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { to.branch, to.before, made, call.actor(), 0 });
    const std::optional<Commit> commit = co_await project->repository->commit(made);
    QJsonObject json = render::commit(call.baseUrl(), project, commit.value_or(Commit()));
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
    const Page page { 1, 100 };
    co_return pagedReply(call, page, items, items.size());
}

QJsonArray diffsFrom(const QByteArray &patch)
{
    QJsonArray diffs;
    qsizetype start = patch.indexOf("diff --git ");
    while (start >= 0) {
        const qsizetype next = patch.indexOf("\ndiff --git ", start);
        const QString part = QString::fromUtf8(patch.mid(start, next < 0 ? -1 : next + 1 - start));
        start = next < 0 ? -1 : next + 1;
        const QString names = part.section(u'\n', 0, 0).mid(11);
        const QString path = names.left((names.size() - 1) / 2).mid(2);
        const qsizetype body = part.indexOf(u"\n@@"_s);
        diffs.append(QJsonObject { { u"old_path"_s, path },
                                   { u"new_path"_s, path },
                                   { u"new_file"_s, part.contains(u"\nnew file mode "_s) },
                                   { u"deleted_file"_s, part.contains(u"\ndeleted file mode "_s) },
                                   { u"renamed_file"_s, false },
                                   { u"diff"_s, body < 0 ? QString() : part.mid(body + 1) } });
    }
    return diffs;
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
    QList<Commit> commits = co_await repository.log(from + u".."_s + to, QString(), 0, 1000);
    std::reverse(commits.begin(), commits.end());
    const QByteArray patch = co_await repository.diff(from, to);
    QJsonArray items;
    for (const Commit &commit : std::as_const(commits))
        items.append(render::commit(call.baseUrl(), project, commit));
    co_return jsonReply(200,
                        QJsonObject { { u"commit"_s, items.isEmpty() ? QJsonValue() : items.last() },
                                      { u"commits"_s, items },
                                      { u"diffs"_s, diffsFrom(patch) },
                                      { u"compare_timeout"_s, false },
                                      { u"compare_same_ref"_s, from == to } });
}

} // namespace

QList<Operation> routes::commits()
{
    return {
        { Method::Post, "/api/v4/projects/{id}/repository/commits", u"commit.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/repository/commits", u"commit.list"_s, Need::Read, &list },
        { Method::Get, "/api/v4/projects/{id}/repository/commits/{sha}", u"commit.get"_s, Need::Read, &get },
        { Method::Get, "/api/v4/projects/{id}/repository/commits/{sha}/refs", u"commit.refs"_s, Need::Read, &refs },
        { Method::Get, "/api/v4/projects/{id}/repository/compare", u"compare"_s, Need::Read, &compare },
    };
}

} // namespace slipway::twin
