// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

/// What an answer says about whether a merge request could be merged.
struct ShownStatus {
    QString detailed;
    QString mergeStatus;
    bool hasConflicts = false;
};

/// Says whether a merge request could be merged, the way GitLab does: asynchronously, with stale values in between, and
/// with only the first of several obstacles shown.
class Mergeability {
public:
    explicit Mergeability(Twin &twin);

    /// What `detailed_merge_status` shows.
    QString detailedStatus(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    ShownStatus shown(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    /// For the read of a single merge request, which may be told to lie (`force_status`, `stale_conflict_reads`).
    ShownStatus shownOnce(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    /// The first obstacle that is not a matter of Git ("not_open", "draft_status", "ci_must_pass", …); empty for none.
    /// These refuse a merge with 405.
    QString policyObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    /// Those before the pipeline.
    QString reviewObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    static QString mergeStatusName(MergeRequest::MergeStatus status);

    /// Starts a check in the background when the last answer is out of date and none is running.
    void recheck(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);
    /// Checks now, without the background's delay.
    Task<void> checkNow(ProjectPtr project, MergeRequestPtr mergeRequest);
    /// Source or target moved.
    void invalidate(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);
    static bool isCheckRunning(const MergeRequest &mergeRequest);
    /// Fills what a merge request knows of its diff, after creation and after each push.
    Task<void> readDiff(ProjectPtr project, MergeRequestPtr mergeRequest);

private:
    void check(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);
    bool stands(const QString &obstacle, const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    QString pipelineObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    void setStatus(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, MergeRequest::MergeStatus status);

    Twin &m_twin;
};

} // namespace slipway::twin
