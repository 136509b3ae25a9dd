// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"

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

Task<Reply> project(Call &call) { co_return jsonReply(200, render::project(call.baseUrl(), call.project(), call.user)); }

} // namespace

QList<Operation> routes::meta()
{
    return {
        { Method::Get, "/api/v4/version", u"version"_s, Need::User, &version },
        { Method::Get, "/api/v4/metadata", u"version"_s, Need::User, &metadata },
        { Method::Get, "/api/v4/user", u"user"_s, Need::User, &user },
        { Method::Get, "/api/v4/projects/{id}", u"project"_s, Need::Read, &project },
    };
}

} // namespace slipway::twin
