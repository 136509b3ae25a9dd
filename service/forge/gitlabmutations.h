// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/gitlabapi.h"

namespace slipway::forge {

/// The mutations of Forge over GitLab's REST interface; see forge.h for each function's promise. Thread-safe.
class GitLabMutations {
public:
    explicit GitLabMutations(GitLabApi &api)
        : m_api(api)
    {
    }

    Outcome createMergeRequest(const Project &project, const QString &sourceBranch, const QString &title,
                               const QString &description);
    Outcome approve(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead, const QJsonObject &checklist);
    Outcome merge(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead, const QString &message);
    Outcome rebase(const Project &project, MergeRequestIid iid);
    Outcome closeMergeRequest(const Project &project, MergeRequestIid iid);
    Outcome cancelAutoMerge(const Project &project, MergeRequestIid iid);
    Outcome cancelPipeline(const Project &project, qint64 pipelineId);
    Outcome deleteBranch(const Project &project, const QString &branch);

private:
    GitLabApi &m_api;
};

/// \a title within GitLab's limit of 255 characters, cut between characters and marked with an ellipsis. Pure.
QString titleWithinLimit(const QString &title);

} // namespace slipway::forge
