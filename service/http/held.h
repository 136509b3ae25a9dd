// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/routes.h"

namespace slipway::http {

/// The permissions one account holds.
struct Held {
    std::array<bool, permissionNames.size()> each {};

    bool has(Permission permission) const { return each[size_t(permission)]; }
    /// Any of those that are set; none set is no permission.
    bool hasAny(const std::array<std::optional<Permission>, 2> &anyOf) const
    {
        return std::any_of(anyOf.begin(), anyOf.end(),
                           [this](const auto &permission) { return permission && has(*permission); });
    }
};

} // namespace slipway::http
