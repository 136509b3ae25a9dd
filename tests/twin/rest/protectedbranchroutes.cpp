// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

int levelIn(const Call &call, QLatin1StringView key, int otherwise)
{
    const auto given = call.parameters.number(key);
    static const QList<qint64> levels { NoAccess, Developer, Maintainer, 60 };
    if (given && !levels.contains(*given))
        throw Refusal::error(400, key + u" does not have a valid value"_s);
    return int(given.value_or(otherwise));
}

qsizetype indexOf(const Call &call, const ProjectPtr &project)
{
    for (qsizetype i = 0; i < project->protectedBranches.size(); ++i) {
        if (project->protectedBranches[i].name == call.argument(1))
            return i;
    }
    throw Refusal::noRecord();
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString search = call.parameters.text("search"_L1);
    QList<ProtectedBranch> found;
    for (const ProtectedBranch &rule : std::as_const(project->protectedBranches)) {
        if (rule.name.contains(search, Qt::CaseInsensitive))
            found.append(rule);
    }
    co_return listReply<ProtectedBranch>(
        call, found, [](const ProtectedBranch &rule) { return sortable(rule.id); }, &render::protectedBranch);
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    co_return jsonReply(200, render::protectedBranch(project->protectedBranches[indexOf(call, project)]));
}

Task<Reply> protect(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    call.parameters.require({ "name"_L1 });
    ProtectedBranch rule;
    rule.name = call.parameters.text("name"_L1);
    rule.pushLevel = levelIn(call, "push_access_level"_L1, Maintainer);
    rule.mergeLevel = levelIn(call, "merge_access_level"_L1, Maintainer);
    rule.allowForcePush = call.parameters.flag("allow_force_push"_L1).value_or(false);
    for (const ProtectedBranch &other : std::as_const(project->protectedBranches)) {
        if (other.name == rule.name)
            throw Refusal::message(409, u"Protected branch '%1' already exists"_s.arg(rule.name));
    }
    const QJsonObject detail { { u"branch"_s, rule.name } };
    call.twin.world.apply({ u"protect"_s, project, nullptr, call.actor(), {}, detail, {} }, [&] {
        rule.id = call.twin.world.nextId(u"protected_branch"_s);
        project->protectedBranches.append(rule);
    });
    co_return jsonReply(201, render::protectedBranch(rule));
}

Task<Reply> change(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    ProtectedBranch &rule = project->protectedBranches[indexOf(call, project)];
    const int push = levelIn(call, "push_access_level"_L1, rule.pushLevel);
    const int merge = levelIn(call, "merge_access_level"_L1, rule.mergeLevel);
    const bool force = call.parameters.flag("allow_force_push"_L1).value_or(rule.allowForcePush);
    const QJsonObject detail { { u"branch"_s, rule.name } };
    call.twin.world.apply({ u"protect"_s, project, nullptr, call.actor(), {}, detail, {} }, [&] {
        rule.pushLevel = push;
        rule.mergeLevel = merge;
        rule.allowForcePush = force;
    });
    co_return jsonReply(200, render::protectedBranch(rule));
}

Task<Reply> unprotect(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    const qsizetype index = indexOf(call, project);
    const QJsonObject detail { { u"branch"_s, call.argument(1) } };
    call.twin.world.apply({ u"unprotect"_s, project, nullptr, call.actor(), {}, detail, {} },
                          [&] { project->protectedBranches.removeAt(index); });
    co_return emptyReply();
}

} // namespace

QList<Operation> routes::protectedBranches()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/protected_branches", u"protected.list"_s, Need::Read, &list },
        { Method::Post, "/api/v4/projects/{id}/protected_branches", u"protected.create"_s, Need::Write, &protect },
        { Method::Get, "/api/v4/projects/{id}/protected_branches/{name}", u"protected.get"_s, Need::Read, &get },
        { Method::Patch, "/api/v4/projects/{id}/protected_branches/{name}", u"protected.update"_s, Need::Write, &change },
        { Method::Delete, "/api/v4/projects/{id}/protected_branches/{name}", u"protected.delete"_s, Need::Write, &unprotect },
    };
}

} // namespace slipway::twin
