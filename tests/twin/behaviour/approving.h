// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

#include <QJsonValue>

namespace slipway::twin {

struct Twin;

/// What comes with an approval.
struct ApprovalOrder {
    std::optional<QString> sha; ///< The head that was looked at; without one whatever is there is approved.
    QString password;
    QJsonValue checklist = QJsonValue(QJsonValue::Undefined); ///< Undefined when none was sent.
};

/// Approvals of merge requests with GitLab's order of refusals and its late reset after a push.
class Approving {
public:
    explicit Approving(Twin &twin);

    /// Refuses with 403 (no right), 409 (the sha is not the head), 422 (checklist), 401 (own approval given already, not
    /// eligible, password), in that order; the project may put the second half of it the other way round.
    Task<void> approve(ProjectPtr project, MergeRequestPtr mergeRequest, ApprovalOrder order, Actor actor);
    /// 404 without an own approval.
    void unapprove(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);
    /// Takes all approvals back. 401 unless a bot asks and the merge request is not merged.
    void reset(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor);
    bool canApprove(const ProjectPtr &project, const MergeRequest &mergeRequest, const UserPtr &user) const;
    /// The source branch was pushed to: wipes the approvals after the project's delay.
    void resetAfterPush(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);

private:
    void refuse(const ProjectPtr &project, const MergeRequest &mergeRequest, const ApprovalOrder &order,
                const Actor &actor) const;
    void wipe(const ProjectPtr &project, const MergeRequestPtr &mergeRequest);

    Twin &m_twin;
};

} // namespace slipway::twin
