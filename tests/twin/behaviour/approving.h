// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

/// Approvals of merge requests with GitLab's order of refusals and its late reset after a push.
class Approving {
public:
    explicit Approving(Twin &twin);

    /// Refuses with 403 (no right), 409 (\a sha is not the head), 401 (own approval given already, not eligible), in
    /// that order.
    void approve(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &sha, const Actor &actor);
    void unapprove(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);
    bool canApprove(const ProjectPtr &project, const MergeRequest &mergeRequest, const UserPtr &user) const;
    /// The source branch was pushed to: wipes the approvals after the project's delay.
    void resetAfterPush(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);

private:
    void reset(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);

    Twin &m_twin;
};

} // namespace slipway::twin
