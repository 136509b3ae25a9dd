// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/merging.h"

namespace slipway::twin {

/// "Merge when all checks pass": armed by a merge request's merge call, it merges by itself once nothing is in the way,
/// and is disarmed by pushes, closing and failed pipelines.
class AutoMerging {
public:
    explicit AutoMerging(Twin &twin);

    /// True when it was armed; false when there is nothing to wait for and the merge is to happen now. Refuses with 405
    /// (not open, or mergeable without a pipeline that runs), 422 (the pipeline has passed and something else is in the
    /// way) and 409 (the sha is not the head).
    bool arm(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeOrder &order, const Actor &actor);
    /// Without an effect when it is not armed.
    void cancel(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);
    void pipelineEnded(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);
    /// An approval came, a thread was resolved, a draft is ready.
    void reviewChanged(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);

private:
    Task<void> merge(ProjectPtr project, MergeRequestPtr mergeRequest);

    Twin &m_twin;
};

} // namespace slipway::twin
