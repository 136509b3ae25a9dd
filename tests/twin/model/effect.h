// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QJsonObject>
#include <QString>

namespace slipway::twin {

/// One row of the ledger: something that really changed, once. Tests count these to prove "exactly one effect".
struct Effect {
    qint64 id = 0;
    Instant at {};
    QString kind;
    QString project; ///< Path; empty for the approval system.
    qint64 iid = 0; ///< Merge request, 0 for none.
    QString user;
    QString sha;
    QJsonObject detail;
    qint64 request = 0; ///< Journal id, 0 for what the twin did by itself.
};

template <>
struct Stored<Effect> {
    static constexpr auto table = "effects";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Effect::id },
        Kept { "at", &Effect::at },
        Kept { "kind", &Effect::kind },
        Kept { "project", &Effect::project },
        Kept { "iid", &Effect::iid },
        Kept { "user", &Effect::user },
        Kept { "sha", &Effect::sha },
        Kept { "detail", &Effect::detail },
        Kept { "request", &Effect::request },
        // clang-format on
    };
};

} // namespace slipway::twin
