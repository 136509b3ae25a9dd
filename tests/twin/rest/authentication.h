// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/world.h"
#include "tests/twin/rest/call.h"

/// Who a request comes from, in the order of GitLab's checks.
namespace slipway::twin {

/// Fills user and token of \a call. Refuses unknown, revoked and expired tokens with 401, too small scopes and a sudo
/// that is not allowed with 403, an unknown sudo user with 404. Where the route looks after itself nothing is refused.
void authenticate(const Operation &operation, Call &call);

/// The owner of the request's token, valid or not; nobody when there is none. For rules that must find their user
/// before anything is checked.
UserPtr tokenOwner(const World &world, const httpserver::Request &request);

Refusal invalidToken(const QString &why);
Refusal expiredToken();
Refusal revokedToken();
Refusal insufficientScope(const QString &needed);

} // namespace slipway::twin
