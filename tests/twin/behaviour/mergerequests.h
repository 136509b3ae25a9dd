// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

struct NewMergeRequest {
    QString title;
    QString description;
    QString sourceBranch;
    QString targetBranch;
    std::optional<bool> removeSourceBranch;
    std::optional<bool> squash;
    std::optional<Instant> mergeAfter;
    QList<UserPtr> assignees;
    QList<UserPtr> reviewers;
    QStringList labels;
};

/// What an update changes; what is not set stays.
struct MergeRequestEdit {
    std::optional<QString> title;
    std::optional<QString> description;
    std::optional<QString> targetBranch;
    std::optional<bool> removeSourceBranch;
    std::optional<bool> squash;
    std::optional<bool> discussionLocked;
    std::optional<Instant> mergeAfter;
    std::optional<QList<UserPtr>> assignees;
    std::optional<QList<UserPtr>> reviewers;
    std::optional<QStringList> labels;
};

/// Creation and the plain edits of merge requests. Rights are the caller's business; GitLab's branch rules are checked
/// here.
class MergeRequests {
public:
    explicit MergeRequests(Twin &twin);

    /// Refuses with 422, 400 or 409 in GitLab's words. The diff and the first check follow in the background.
    MergeRequestPtr create(const ProjectPtr &project, const NewMergeRequest &wanted, const Actor &actor);
    void edit(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeRequestEdit &edit, const Actor &actor);
    /// Puts "Draft: " before the title or takes it away; without an effect when it is so already.
    void setDraft(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool draft, const Actor &actor);
    /// A merged, locked or closed one stays as it is, without an effect.
    void close(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);
    /// 409 while another open one has the same branches; 422 when the source branch is gone. Merged ones stay as they
    /// are.
    void reopen(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);

private:
    void refuseSecondOpen(const ProjectPtr &project, const QString &source, const QString &target) const;
    Task<void> prepare(ProjectPtr project, MergeRequestPtr mergeRequest);

    Twin &m_twin;
};

} // namespace slipway::twin
