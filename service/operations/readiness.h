// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"

#include <QJsonArray>

namespace slipway::operations {

/// One thing that must hold before new work may be sent here.
struct Check {
    QString name;
    bool isGood = false;
    QString words; ///< For whoever runs the service; holds no address, name or text of another system.
};

struct Readiness {
    QList<Check> checks;
    bool isDegraded = false; ///< GitLab is away: requests are accepted and wait.

    bool isReady() const;
};

/// Puts together what is known; asks nobody, so that it answers at once also while the database hangs. Thread-safe.
Readiness readinessOf(const Services &services);

} // namespace slipway::operations
