// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

bool isBranchName(const QString &name)
{
    static const QRegularExpression taboo(u"[\\x00-\\x20~^:?*\\[\\\\\\x7f]|\\.\\.|@\\{|//|\\A[-/.]|/\\.|[/.]\\z|\\.lock\\z"_s);
    return !name.isEmpty() && name.size() <= 240 && !taboo.match(name).hasMatch();
}

Task<QJsonObject> shown(Call &call, ProjectPtr project, QString name)
{
    const QString id = project->repository->head(name);
    const std::optional<Commit> head = co_await project->repository->commit(id);
    if (!head)
        throw Refusal::missing(u"Branch"_s);
    bool merged = false;
    const QString trunk = project->repository->head(project->defaultBranch);
    if (name != project->defaultBranch && !trunk.isEmpty())
        merged = co_await project->repository->isAncestor(id, trunk);
    co_return render::branch(call.baseUrl(), project, name, *head, merged, call.user);
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString search = call.parameters.text("search"_L1);
    const QRegularExpression regex(call.parameters.text("regex"_L1));
    QStringList names;
    const QStringList all = project->repository->branches().keys();
    for (const QString &name : all) {
        if (name.contains(search, Qt::CaseInsensitive) && regex.isValid() && regex.match(name).hasMatch())
            names.append(name);
    }
    const Page page = pageOf(call);
    QJsonArray items;
    const QStringList wanted = names.mid(page.first(), page.size);
    for (const QString &name : wanted) {
        const QJsonObject item = co_await shown(call, project, name);
        items.append(item);
    }
    co_return pagedReply(call, page, items, names.size());
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString name = call.argument(1);
    if (!isBranchName(name))
        throw Refusal::message(400, u"The branch refname is invalid"_s);
    if (project->repository->head(name).isEmpty())
        throw Refusal::missing(u"Branch"_s);
    if (call.request->method == Method::Head)
        co_return emptyReply();
    const QJsonObject json = co_await shown(call, project, name);
    co_return jsonReply(200, json);
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Developer);
    call.parameters.require({ "branch"_L1, "ref"_L1 });
    const QString name = call.parameters.text("branch"_L1), ref = call.parameters.text("ref"_L1);
    if (!isBranchName(name))
        throw Refusal::message(400, u"Branch name is invalid"_s);
    if (!project->canPush(call.user, name))
        throw Refusal::forbidden();
    if (!project->repository->head(name).isEmpty())
        throw Refusal::message(400, u"Branch already exists"_s);
    const QString start = co_await project->repository->resolve(ref);
    if (start.isEmpty())
        throw Refusal::message(400, u"Invalid reference name: "_s + ref);
    const bool made = co_await project->repository->moveBranch(name, start, QString());
    if (!made)
        throw Refusal::message(400, u"Branch already exists"_s);
    call.twin.world.apply({ u"branch_create"_s, project, nullptr, call.actor(), start, { { u"branch"_s, name } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { name, {}, start, call.actor(), 0 });
    const QJsonObject json = co_await shown(call, project, name);
    co_return jsonReply(201, json);
}

Task<Reply> remove(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Developer);
    const QString name = call.argument(1);
    const QString head = project->repository->head(name);
    if (head.isEmpty())
        throw Refusal::missing(u"Branch"_s);
    if (name == project->defaultBranch || project->protectionOf(name))
        throw Refusal::message(405, u"You dont have push access to repo"_s);
    const bool gone = co_await project->repository->moveBranch(name, QString(), head);
    if (!gone)
        throw Refusal::missing(u"Branch"_s);
    call.twin.world.apply({ u"branch_delete"_s, project, nullptr, call.actor(), head, { { u"branch"_s, name } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { name, head, {}, call.actor(), 0 });
    co_return emptyReply();
}

Task<Reply> protectedList(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const Page page = pageOf(call);
    QJsonArray items;
    const auto wanted = project->protectedBranches.mid(page.first(), page.size);
    for (const ProtectedBranch &rule : wanted)
        items.append(render::protectedBranch(rule));
    co_return pagedReply(call, page, items, project->protectedBranches.size());
}

Task<Reply> protectedGet(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    for (const ProtectedBranch &rule : project->protectedBranches) {
        if (rule.name == call.argument(1))
            co_return jsonReply(200, render::protectedBranch(rule));
    }
    throw Refusal::noRecord();
}

} // namespace

QList<Operation> routes::branches()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/repository/branches", u"branch.list"_s, Need::Read, &list },
        { Method::Post, "/api/v4/projects/{id}/repository/branches", u"branch.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/repository/branches/{branch}", u"branch.get"_s, Need::Read, &get },
        { Method::Delete, "/api/v4/projects/{id}/repository/branches/{branch}", u"branch.delete"_s, Need::Write, &remove },
        { Method::Get, "/api/v4/projects/{id}/protected_branches", u"protected.list"_s, Need::Read, &protectedList },
        { Method::Get, "/api/v4/projects/{id}/protected_branches/{name}", u"protected.get"_s, Need::Read, &protectedGet },
    };
}

} // namespace slipway::twin
