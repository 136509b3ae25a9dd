// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QString>

#include <memory>

namespace slipway::twin {

/// One run of the deploy pipeline for one advance of a watched branch.
struct Deploy {
    qint64 id = 0;
    QString project;
    QString branch;
    QString sha;
    QString before; ///< Where the branch was; empty when nobody knows.
    qint64 iid = 0; ///< The merge request that moved the branch; 0 for a push.
    QString state = QStringLiteral("running"); ///< running, superseded, sent, held, dropped, gathered
    QString result;
    QString reportedSha; ///< What the callback names.
    QString eventId;
    Instant startedAt {};
};

template <>
struct Stored<Deploy> {
    static constexpr auto table = "deploys";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Deploy::id },
        Kept { "project", &Deploy::project },
        Kept { "branch", &Deploy::branch },
        Kept { "sha", &Deploy::sha },
        Kept { "before", &Deploy::before },
        Kept { "iid", &Deploy::iid },
        Kept { "state", &Deploy::state },
        Kept { "result", &Deploy::result },
        Kept { "reported_sha", &Deploy::reportedSha },
        Kept { "event_id", &Deploy::eventId },
        Kept { "started_at", &Deploy::startedAt },
        // clang-format on
    };
};

using DeployPtr = std::shared_ptr<Deploy>;

} // namespace slipway::twin
