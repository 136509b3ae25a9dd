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

Task<Reply> version(Call &call)
{
    call.requireUser();
    co_return jsonReply(200, QJsonObject { { u"version"_s, u"17.11.2-ee"_s }, { u"revision"_s, u"twin"_s } });
}

Task<Reply> metadata(Call &call)
{
    call.requireUser();
    const QJsonObject kas { { u"enabled"_s, false }, { u"externalUrl"_s, QJsonValue() }, { u"version"_s, QJsonValue() } };
    co_return jsonReply(
        200,
        QJsonObject {
            { u"version"_s, u"17.11.2-ee"_s }, { u"revision"_s, u"twin"_s }, { u"kas"_s, kas }, { u"enterprise"_s, true } });
}

Task<Reply> user(Call &call)
{
    call.requireUser();
    co_return jsonReply(200, render::userFull(call.baseUrl(), call.user));
}

Task<Reply> users(Call &call)
{
    call.requireUser();
    QList<UserPtr> found;
    for (const UserPtr &user : call.twin.world.users()) {
        const bool named = !call.parameters.has("username"_L1)
            || user->username.compare(call.parameters.text("username"_L1), Qt::CaseInsensitive) == 0;
        const QString search = call.parameters.text("search"_L1);
        if (named && (user->username.contains(search, Qt::CaseInsensitive) || user->name.contains(search, Qt::CaseInsensitive)))
            found.append(user);
    }
    co_return listReply<UserPtr>(
        call, found, [](const UserPtr &user) { return sortable(user->id); },
        [&](const UserPtr &user) { return render::userBrief(call.baseUrl(), user); });
}

Task<Reply> someUser(Call &call)
{
    call.requireUser();
    const UserPtr found = call.twin.world.userById(call.numberArgument(0, "id"_L1));
    if (!found)
        throw Refusal::missing(u"User"_s);
    co_return jsonReply(200, render::userBrief(call.baseUrl(), found).toObject());
}

Task<Reply> ownToken(Call &call)
{
    call.requireUser();
    co_return jsonReply(200,
                        QJsonObject { { u"user_id"_s, call.user->id },
                                      { u"scopes"_s, QJsonArray::fromStringList(call.token.scopes) },
                                      { u"revoked"_s, false },
                                      { u"active"_s, true },
                                      { u"expires_at"_s, render::timeOrNull(call.token.expiresAt) } });
}

} // namespace

QList<Operation> routes::meta()
{
    return {
        { Method::Get, "/api/v4/version", u"version"_s, Need::User, &version },
        { Method::Get, "/api/v4/metadata", u"version"_s, Need::User, &metadata },
        { Method::Get, "/api/v4/user", u"user"_s, Need::User, &user },
        { Method::Get, "/api/v4/users", u"user.list"_s, Need::User, &users },
        { Method::Get, "/api/v4/users/{id}", u"user.get"_s, Need::User, &someUser },
        { Method::Get, "/api/v4/personal_access_tokens/self", u"token"_s, Need::User, &ownToken },
    };
}

} // namespace slipway::twin
