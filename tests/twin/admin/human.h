// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

#include <QJsonObject>

namespace slipway::twin {

struct Twin;

/// Plays a person who does something to a merge request or a branch behind the service's back.
class Human {
public:
    explicit Human(Twin &twin);

    /// 400 for a malformed order, 404 for an unknown thing; GitLab's own refusals come as 409 with status and body.
    Task<QJsonObject> act(QJsonObject order);

private:
    Task<void> onMergeRequest(ProjectPtr project, MergeRequestPtr mergeRequest, QString op, QJsonObject order, Actor actor);
    Task<QJsonObject> push(ProjectPtr project, MergeRequestPtr mergeRequest, QString op, QJsonObject order, Actor actor);
    Task<void> deleteSourceBranch(ProjectPtr project, MergeRequestPtr mergeRequest, Actor actor);
    void setDraft(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool draft, const Actor &actor);

    Twin &m_twin;
};

} // namespace slipway::twin
