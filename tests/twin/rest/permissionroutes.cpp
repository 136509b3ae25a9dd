// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

Task<Reply> check(Call &call)
{
    const QString expected = call.twin.deliveries.services.text("permission_token"_L1);
    if (!expected.isEmpty() && call.request->header("Authorization") != "Bearer " + expected.toUtf8())
        throw Refusal::error(401, u"unauthorized"_s);
    const QJsonDocument body = QJsonDocument::fromJson(call.request->body);
    if (!body.isObject())
        throw Refusal::error(400, u"the body must be a JSON object"_s);
    const Reply reply = co_await call.twin.permissions.check(body.object());
    co_return reply;
}

} // namespace

QList<Operation> routes::permission()
{
    return { { Method::Post, "/permissions/check", u"permission.check"_s, Need::Nothing, &check } };
}

} // namespace slipway::twin
