// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

/// A branch that now points elsewhere, and why.
struct BranchMove {
    QString branch;
    QString from; ///< Empty: the branch is new.
    QString to; ///< Empty: the branch is gone.
    Actor actor;
    qint64 mergedIid = 0; ///< The merge request whose merge moved it.
    bool skipPipelines = false;
};

/// Everything that follows from a branch having moved, whoever moved it: new heads of merge requests, checks that are
/// out of date, approvals to reset, pipelines and deploys to start, merge requests that a push has merged.
class BranchMoves {
public:
    explicit BranchMoves(Twin &twin);

    /// Call right after the move; the consequences run by themselves.
    void announce(const ProjectPtr &project, const BranchMove &move);

private:
    static QJsonObject appointment(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const BranchMove &move);
    static BranchMove moveFrom(const QJsonObject &with, const Actor &actor);
    void headMoved(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const BranchMove &move);
    Task<void> detectMergedByPush(ProjectPtr project, BranchMove move);

    Twin &m_twin;
};

} // namespace slipway::twin
