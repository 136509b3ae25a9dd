// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/user.h"

namespace slipway::twin {

struct Pipeline {
    qint64 id = 0;
    qint64 iid = 0;
    qint64 projectId = 0;
    QString sha;
    QString ref;
    QString source;
    QString status;
    qint64 mergeRequestIid = 0; ///< 0 for a branch's pipeline.
    UserPtr user;
    Instant createdAt {};
    Instant updatedAt {};
    std::optional<Instant> startedAt;
    std::optional<Instant> finishedAt;
    /// A script step acts only while this is unchanged: retry, cancel and a status set by hand end the script that
    /// runs.
    int scriptRun = 0;

    bool isActive() const
    {
        static const QStringList active { QStringLiteral("created"),   QStringLiteral("waiting_for_resource"),
                                          QStringLiteral("preparing"), QStringLiteral("waiting_for_callback"),
                                          QStringLiteral("pending"),   QStringLiteral("running"),
                                          QStringLiteral("canceling") };
        return active.contains(status);
    }
};

using PipelinePtr = std::shared_ptr<Pipeline>;

} // namespace slipway::twin
