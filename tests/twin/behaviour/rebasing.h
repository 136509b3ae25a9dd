// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

/// Rebases a merge request's source branch in the background, as GitLab does: the request only enqueues.
class Rebasing {
public:
    explicit Rebasing(Twin &twin);

    /// Refuses with 403 (branch gone, no right, protected) or 409 (not open, already running, told to). Without
    /// pipelines when \a skipPipelines.
    void enqueue(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool skipPipelines, const Actor &actor);

private:
    Task<void> rebase(ProjectPtr project, MergeRequestPtr mergeRequest, bool skipPipelines, Actor actor);
    Task<std::optional<QString>> rebased(ProjectPtr project, QString from, QString onto, UserPtr user);
    void end(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &problem);

    Twin &m_twin;
};

} // namespace slipway::twin
