// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/branchmoves.h"
#include "tests/twin/model/world.h"

namespace slipway::twin {

struct Twin;

/// The bodies of GitLab's webhooks. They differ from the API's in names and in how times are written
/// ("2026-11-30 10:35:26 UTC").
class HookPayloads {
public:
    explicit HookPayloads(Twin &twin)
        : m_twin(twin)
    {
    }

    QJsonObject mergeRequest(const Change &change) const;
    /// About the newest note.
    QJsonObject note(const Change &change) const;
    QJsonObject pipeline(const ProjectPtr &project, const PipelinePtr &pipeline) const;
    /// \a commits: newest first; the last twenty are listed, all are counted.
    QJsonObject push(const ProjectPtr &project, const BranchMove &move, const QList<Commit> &commits) const;
    QJsonObject commit(const ProjectPtr &project, const Commit &commit) const;

    static QString time(Instant at);

private:
    QJsonObject projectPart(const ProjectPtr &project) const;
    QJsonObject repositoryPart(const ProjectPtr &project) const;
    QJsonValue userPart(const UserPtr &user) const;
    QJsonObject attributes(const ProjectPtr &project, const MergeRequest &mergeRequest) const;
    QJsonObject changes(const MergeRequest &mergeRequest) const;

    Twin &m_twin;
};

} // namespace slipway::twin
