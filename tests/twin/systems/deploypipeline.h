// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/world.h"

namespace slipway::twin {

struct Twin;

/// The pipeline that brings a merged configuration live: each advance of a watched branch starts a deploy, whose end is
/// told to the service by callback.
class DeployPipeline {
public:
    explicit DeployPipeline(Twin &twin);
    void reset();

    void branchAdvanced(const ProjectPtr &project, const QString &branch, const QString &sha, qint64 iid);
    /// One more callback, now, whatever really happened.
    DeployPtr report(const ProjectPtr &project, const QString &sha, qint64 iid, const QString &result);
    QJsonArray toJson() const;

    Settings policy;

private:
    DeployPtr start(const ProjectPtr &project, const QString &branch, const QString &sha, qint64 iid);
    Task<void> run(ProjectPtr project, DeployPtr deploy);
    void finish(const ProjectPtr &project, const DeployPtr &deploy, const QString &result);

    Twin &m_twin;
};

} // namespace slipway::twin
