// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/handler.h"
#include "service/httpserver/router.h"
#include "shared/config/keytable.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace slipway::http {

/// What an account must hold. The names in the roles file are nameOf()'s.
enum class Permission : quint8 { OpsRead, OpsAct };
inline constexpr auto permissionNames = std::to_array<std::string_view>({ "ops.read", "ops.act" });
constexpr std::string_view nameOf(Permission permission) { return permissionNames[size_t(permission)]; }

/// How a caller is let in.
enum class Admission : quint8 {
    Unset,
    Public, ///< Anyone.
    Identity, ///< Anyone who is somebody.
    Permission, ///< Somebody who holds one of the route's permissions.
    Proof, ///< Another system that signs what it sends.
};

/// Whose signature a callback carries.
enum class Proof : quint8 { None, Approval, Deploy, Forge };

/// Enough of a rate limit to find it in the configuration; a count of zero or less there is no limit.
struct Limit {
    std::string_view bucket; ///< As the RateLimit headers name it.
    KeyId count;
    KeyId windowSeconds;
    const char *message; ///< Marked with QT_TRANSLATE_NOOP("Error", …).
};

enum class Body : quint8 {
    Unset,
    None,
    Object, ///< A JSON object.
    OptionalObject, ///< The same, or nothing at all.
};

/// What is answered when something of ours fails while the handler runs.
enum class WhenFailing : quint8 {
    Unset,
    Answer503, ///< The failure, as it is.
    AnswerEmpty, ///< 200 without data: a convenience that must never stand in a user's way.
};

enum class Shape : quint8 {
    Unset,
    Envelope,
    Bare, ///< Success is the value itself; failures keep the envelope.
};

enum class Exec : quint8 {
    Unset,
    Database, ///< On the pool, and while the database is known to be away not at all: refused at once instead of piling up.
    Worker, ///< On the pool: takes its time, but needs no database.
    Loop, ///< At once, in the event loop: no I/O, microseconds only. Answers even when every worker hangs.
};

enum class Gate : quint8 {
    Unset,
    Always, ///< Never closed.
    AccessMode, ///< Closed outside access.mode and access.window.
};

/// One line of data per route. Each policy starts with Unset = 0, because a forgotten field silently becomes zero: then
/// the table does not compile.
struct Route {
    httpserver::Method method = httpserver::Method::Unset;
    const char *path = nullptr;
    Admission admission = Admission::Unset;
    std::array<std::optional<Permission>, 2> anyOf {};
    Proof proof = Proof::None;
    std::optional<Limit> limit {};
    Gate gate = Gate::Unset;
    Body body = Body::Unset;
    qint64 bodyLimit = 0;
    WhenFailing whenFailing = WhenFailing::Unset;
    Shape shape = Shape::Unset;
    Exec exec = Exec::Unset;
    bool activity = false; ///< Counts as something a user got done: an explicit choice, never a pattern.
    Handler handler = nullptr;
};

namespace check {
constexpr bool isUnsafe(httpserver::Method method)
{
    return method != httpserver::Method::Get && method != httpserver::Method::Head && method != httpserver::Method::Options;
}
constexpr bool everyRouteIsComplete(std::span<const Route> routes)
{
    for (const Route &route : routes) {
        if (route.method == httpserver::Method::Unset || !route.path || route.path[0] != '/' || !route.handler)
            return false;
        if (route.admission == Admission::Unset || route.gate == Gate::Unset || route.body == Body::Unset)
            return false;
        if (route.whenFailing == WhenFailing::Unset || route.shape == Shape::Unset || route.exec == Exec::Unset)
            return false;
        if ((route.body == Body::None) != (route.bodyLimit == 0))
            return false;
    }
    return true;
}
constexpr bool admissionsAreWhole(std::span<const Route> routes)
{
    for (const Route &route : routes) {
        if ((route.admission == Admission::Permission) != route.anyOf[0].has_value())
            return false;
        if ((route.admission == Admission::Proof) != (route.proof != Proof::None))
            return false;
        if (isUnsafe(route.method) && route.admission == Admission::Public)
            return false;
    }
    return true;
}
constexpr bool pathsAreUnique(std::span<const Route> routes)
{
    for (size_t i = 0; i < routes.size(); ++i) {
        for (size_t k = i + 1; k < routes.size(); ++k) {
            if (routes[i].method == routes[k].method && std::string_view(routes[i].path) == std::string_view(routes[k].path))
                return false;
        }
    }
    return true;
}
} // namespace check

/// The routes of the service.
std::span<const Route> serviceRoutes();

} // namespace slipway::http
