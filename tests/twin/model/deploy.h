// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QString>

#include <memory>

namespace slipway::twin {

/// One run of the deploy pipeline for one advance of a watched branch.
struct Deploy {
    qint64 id = 0;
    QString project;
    QString branch;
    QString sha;
    qint64 iid = 0; ///< The merge request that moved the branch; 0 for a push.
    QString state = QStringLiteral("running");
    QString result;
    QString eventId;
    Instant startedAt {};
};

using DeployPtr = std::shared_ptr<Deploy>;

} // namespace slipway::twin
