// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/routes.h"

#include "service/approval/approvalhandlers.h"
#include "service/intake/intakehandlers.h"
#include "service/mergerequest/mergerequesthandlers.h"
#include "service/operations/operationshandlers.h"
#include "service/reconciliation/reconciliationhandlers.h"

namespace slipway::http {
namespace {

using httpserver::Method;

constexpr qint64 kib = 1024;

/// A change request is small; GitLab's hooks carry whole commits.
constexpr qint64 userBody = 64 * kib;
constexpr qint64 hookBody = 1024 * kib;

constexpr Limit applyLimit { "apply", key("limit.apply.count"), key("limit.apply.windowSeconds"),
                             QT_TRANSLATE_NOOP("Error", "Too many submissions. Wait a moment and submit again.") };

constexpr Limit previewLimit { "preview", key("limit.preview.count"), key("limit.preview.windowSeconds"),
                               QT_TRANSLATE_NOOP("Error", "Too many previews. Wait a moment and look again.") };

/// The families of routes: what all of a kind share, so that a line says only what is its own.
constexpr Route user(Method method, const char *path, Handler handler)
{
    return { .method = method,
             .path = path,
             .admission = Admission::Identity,
             .gate = Gate::Always,
             .body = Body::None,
             .whenFailing = WhenFailing::Answer503,
             .shape = Shape::Envelope,
             .exec = Exec::Database,
             .handler = handler };
}
constexpr Route maintainer(Method method, const char *path, Permission permission, Handler handler)
{
    Route route = user(method, path, handler);
    route.admission = Admission::Permission;
    route.anyOf[0] = permission;
    return route;
}
constexpr Route callback(const char *path, Proof proof, qint64 limit, Handler handler)
{
    Route route = user(Method::Post, path, handler);
    route.admission = Admission::Proof;
    route.proof = proof;
    route.body = Body::Object;
    route.bodyLimit = limit;
    return route;
}
constexpr Route platform(const char *path, Handler handler)
{
    Route route = user(Method::Get, path, handler);
    route.admission = Admission::Public;
    route.exec = Exec::Loop;
    return route;
}
constexpr Route taking(Route route, Body body, qint64 limit)
{
    route.body = body;
    route.bodyLimit = limit;
    return route;
}
/// Brings new work in: closed outside the access mode, limited, and counted as something a user did.
constexpr Route newWork(Route route, Limit limit)
{
    route.gate = Gate::AccessMode;
    route.limit = limit;
    route.activity = true;
    return route;
}
/// A convenience for who is about to bring new work in: as closed as that, but no failure of ours stands in anybody's way.
constexpr Route convenience(Route route, Limit limit)
{
    route.gate = Gate::AccessMode;
    route.limit = limit;
    route.whenFailing = WhenFailing::AnswerEmpty;
    return route;
}
constexpr Route withoutDatabase(Route route)
{
    route.exec = Exec::Worker;
    return route;
}
constexpr Route bare(Route route)
{
    route.shape = Shape::Bare;
    return route;
}

// clang-format off
constexpr auto table = std::to_array<Route>({
    // A submit repeated beyond the limit gets 429, not DUPLICATE_SUBMIT: the limit stands first so that refusing stays cheap.
    newWork(taking(user(Method::Post, "/api/v1/changes", &intake::submitChange), Body::Object, userBody), applyLimit),
    convenience(taking(user(Method::Post, "/api/v1/changes/preview", &intake::previewChange), Body::Object, userBody), previewLimit),
    user(Method::Get, "/api/v1/changes",               &intake::listChanges),
    user(Method::Get, "/api/v1/changes/{operationId}", &intake::getChange),
    // Always open: whoever may no longer submit may still take back.
    taking(user(Method::Post, "/api/v1/changes/{operationId}/withdraw", &intake::withdrawChange), Body::Object, userBody),
    user(Method::Get, "/api/v1/bindings", &intake::listGrants),
    withoutDatabase(bare(user(Method::Get, "/api/v1/targets", &intake::listTargets))),
    withoutDatabase(user(Method::Get, "/api/v1/session",      &intake::showSession)),

    callback("/callbacks/approval", Proof::Approval, userBody, &approval::receiveDecision),
    callback("/callbacks/deploy",   Proof::Deploy,   userBody, &reconciliation::receiveDeploy),
    callback("/callbacks/gitlab",   Proof::Forge,    hookBody, &mergerequest::receiveForgeHook),

    maintainer(Method::Get, "/ops/v1/overview",     Permission::OpsRead, &operations::overview),
    maintainer(Method::Get, "/ops/v1/batches",      Permission::OpsRead, &operations::listBatches),
    maintainer(Method::Get, "/ops/v1/batches/{id}", Permission::OpsRead, &operations::getBatch),
    maintainer(Method::Get, "/ops/v1/instances",    Permission::OpsRead, &operations::listInstances),
    maintainer(Method::Get, "/ops/v1/operations",      Permission::OpsRead, &operations::listOperations),
    maintainer(Method::Get, "/ops/v1/operations/{id}", Permission::OpsRead, &operations::getOperation),
    maintainer(Method::Get, "/ops/v1/attention",       Permission::OpsRead, &operations::listAttention),
    maintainer(Method::Get, "/ops/v1/pending-manual",  Permission::OpsRead, &operations::listPendingManual),
    maintainer(Method::Get, "/ops/v1/bindings",        Permission::OpsRead, &operations::listBindings),
    maintainer(Method::Get, "/ops/v1/approvals",       Permission::OpsRead, &operations::listApprovals),
    maintainer(Method::Get, "/ops/v1/cards",           Permission::OpsRead, &operations::listCards),
    withoutDatabase(maintainer(Method::Get, "/ops/v1/events", Permission::OpsRead, &operations::followEvents)),
    maintainer(Method::Get, "/ops/v1/findings",        Permission::OpsRead, &operations::listFindings),
    maintainer(Method::Get, "/ops/v1/audit",           Permission::OpsRead, &operations::listAudit),
    maintainer(Method::Get, "/ops/v1/config",          Permission::OpsRead, &operations::showConfig),
    maintainer(Method::Get, "/ops/v1/actions",         Permission::OpsRead, &operations::listActions),
    maintainer(Method::Get, "/ops/v1/actions/{id}",    Permission::OpsRead, &operations::getAction),
    taking(maintainer(Method::Post, "/ops/v1/actions", Permission::OpsAct, &operations::postAction), Body::Object, userBody),

    // These must answer even when every worker hangs.
    platform("/livez",   &operations::livez),
    platform("/readyz",  &operations::readyz),
    platform("/version", &operations::version),
    withoutDatabase(bare(platform("/api/openapi.json", &operations::openApi))), // Long: no work for an event loop.
});
// clang-format on

static_assert(check::everyRouteIsComplete(table), "a route lacks a policy field or its handler");
static_assert(check::admissionsAreWhole(table),
              "a route names a permission or proof it does not ask for, or writes for anyone");
static_assert(check::pathsAreUnique(table), "two routes share method and path");

} // namespace

std::span<const Route> serviceRoutes() { return table; }

} // namespace slipway::http
