// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/names.h"
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QDateTime>
#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

Task<QJsonObject> shown(Call &call, ProjectPtr project, QString name, QString id)
{
    const std::optional<Commit> head = co_await project->repository->commit(id);
    if (!head)
        throw Refusal::missing(u"Branch"_s);
    bool merged = false;
    const QString trunk = project->repository->head(project->defaultBranch);
    if (name != project->defaultBranch && !trunk.isEmpty())
        merged = co_await project->repository->isAncestor(id, trunk);
    co_return render::branch(call.baseUrl(), project, name, *head, merged, call.user);
}

/// Where the branch is, as this call sees it.
QString seenHead(const Call &call, const ProjectPtr &project, const QString &name)
{
    const auto earlier = project->earlierHeads.constFind(name);
    if (earlier != project->earlierHeads.constEnd() && call.seesThePast(earlier->until))
        return earlier->head;
    return project->repository->head(name);
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString search = call.parameters.text("search"_L1);
    const QRegularExpression regex(call.parameters.text("regex"_L1));
    if (!regex.isValid())
        throw Refusal::error(400, u"regex is invalid"_s);
    const bool atStart = search.startsWith(u'^'), atEnd = search.endsWith(u'$');
    const QString part = search.mid(atStart ? 1 : 0).chopped(atEnd ? 1 : 0);
    QStringList names;
    const QStringList all = project->repository->branches().keys();
    for (const QString &name : all) {
        const bool found = atStart ? name.startsWith(part)
            : atEnd                ? name.endsWith(part)
                                   : name.contains(part, Qt::CaseInsensitive);
        if (found && regex.match(name).hasMatch() && !seenHead(call, project, name).isEmpty())
            names.append(name);
    }
    const Slice slice = sliceOf(call, names.size(), [&](qsizetype index) { return names[index]; });
    QJsonArray items;
    const QStringList wanted = names.mid(slice.first, slice.count);
    for (const QString &name : wanted) {
        const QJsonObject item = co_await shown(call, project, name, seenHead(call, project, name));
        items.append(item);
    }
    co_return slice.reply(call, items);
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString name = call.argument(1);
    if (!isBranchName(name))
        throw Refusal::message(400, u"The branch refname is invalid"_s);
    const QString head = seenHead(call, project, name);
    if (head.isEmpty())
        throw Refusal::missing(u"Branch"_s);
    if (call.request->method == Method::Head)
        co_return emptyReply();
    const QJsonObject json = co_await shown(call, project, name, head);
    co_return jsonReply(200, json);
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requirePush(project);
    call.parameters.require({ "branch"_L1, "ref"_L1 });
    const QString name = call.parameters.text("branch"_L1), ref = call.parameters.text("ref"_L1);
    if (!isNewBranchName(name))
        throw Refusal::message(400, u"Branch name is invalid"_s);
    if (!project->canPush(call.user, name))
        throw Refusal::forbidden();
    if (!project->repository->head(name).isEmpty())
        throw Refusal::message(400, u"Branch already exists"_s);
    const QString start = co_await project->repository->resolve(ref);
    if (start.isEmpty())
        throw Refusal::message(400, u"Invalid reference name: "_s + ref);
    const bool made = co_await project->repository->moveBranch(name, start, QString());
    if (!made) { // Somebody was quicker, or Git keeps a branch where this one needs a folder.
        const bool exists = !project->repository->head(name).isEmpty();
        throw Refusal::message(
            400, exists ? u"Branch already exists"_s : u"Failed to create branch '%1': invalid reference name"_s.arg(name));
    }
    call.twin.world.apply({ u"branch_create"_s, project, nullptr, call.actor(), start, { { u"branch"_s, name } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { name, {}, start, call.actor(), 0 });
    const QJsonObject json = co_await shown(call, project, name, start);
    co_return jsonReply(201, json);
}

/// A client that says how old its knowledge is may not remove what is newer.
Task<void> requireUnmodified(Call &call, ProjectPtr project, QString head)
{
    const QString since = QString::fromLatin1(call.request->header("If-Unmodified-Since")).replace(u" GMT"_s, u" +0000"_s);
    const QDateTime limit = QDateTime::fromString(since, Qt::RFC2822Date);
    const std::optional<Commit> commit = co_await project->repository->commit(head);
    if (limit.isValid() && commit
        && std::chrono::floor<std::chrono::seconds>(commit->committer.at).time_since_epoch().count() > limit.toSecsSinceEpoch())
        throw Refusal::message(412, u"412 Precondition Failed"_s);
}

Task<Reply> remove(Call &call)
{
    const ProjectPtr project = call.project();
    call.requirePush(project);
    const QString name = call.argument(1);
    const QString head = project->repository->head(name);
    if (head.isEmpty())
        throw Refusal::missing(u"Branch"_s);
    co_await requireUnmodified(call, project, head);
    if (name == project->defaultBranch)
        throw Refusal::message(405, u"Cannot remove HEAD branch"_s);
    if (project->protectionOf(name))
        throw Refusal::message(405, u"Protected branch cant be removed"_s);
    const bool gone = co_await project->repository->moveBranch(name, QString(), head);
    if (!gone)
        throw Refusal::missing(u"Branch"_s);
    call.twin.world.apply({ u"branch_delete"_s, project, nullptr, call.actor(), head, { { u"branch"_s, name } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { name, head, {}, call.actor(), 0 });
    co_return emptyReply();
}

} // namespace

QList<Operation> routes::branches()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/repository/branches", u"branch.list"_s, Need::Read, &list },
        { Method::Post, "/api/v4/projects/{id}/repository/branches", u"branch.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/repository/branches/{branch}", u"branch.get"_s, Need::Read, &get },
        { Method::Delete, "/api/v4/projects/{id}/repository/branches/{branch}", u"branch.delete"_s, Need::Write, &remove },
    };
}

} // namespace slipway::twin
