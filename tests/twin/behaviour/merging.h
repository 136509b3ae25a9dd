// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/refusal.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

struct MergeOrder {
    std::optional<QString> sha; ///< The gated head; without one whatever is there is merged.
    std::optional<bool> removeSourceBranch;
    std::optional<bool> squash;
    QString mergeMessage;
    QString squashMessage;
    bool whenPipelineSucceeds = false;
};

/// Merging with GitLab's order of refusals: 401 right, 405 policy, 422 Git, 409 head, then the merge itself.
class Merging {
public:
    explicit Merging(Twin &twin);

    /// Ends with the merge request merged, or armed when \a order asks to wait for the pipeline and it still runs; else
    /// refuses.
    Task<void> merge(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor);
    /// "Branch cannot be merged", with the status of the project's GitLab.
    static Refusal branchCannotBeMerged(const ProjectPtr &project);

private:
    struct Result {
        QString target; ///< Where the target branch shall point.
        QString mergeCommit;
        QString squashCommit;
        QString problem; ///< merge_error when it could not be done.
    };
    Task<void> requireGitMergeable(ProjectPtr project, MergeRequestPtr mergeRequest);
    Task<void> execute(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor);
    /// land(), with what Git cannot do as a problem.
    Task<Result> landOrSay(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor, QString onto);
    Task<Result> land(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor, QString onto);
    static QString forcedFailure(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);
    static bool squashes(const ProjectPtr &project, const MergeRequest &mergeRequest, const MergeOrder &order);
    void finish(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeOrder &order, const Actor &actor,
                const Result &result, const QString &from);
    Task<void> removeSourceBranch(ProjectPtr project, MergeRequestPtr mergeRequest, QString head, Actor actor);

    Twin &m_twin;
};

} // namespace slipway::twin
