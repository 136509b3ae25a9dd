// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/gitlabapi.h"

namespace slipway::forge {

/// The reads of Forge over GitLab's REST interface; see forge.h for each function's promise. Thread-safe.
class GitLabReads {
public:
    explicit GitLabReads(GitLabApi &api)
        : m_api(api)
    {
    }

    Account whoAmI(Bot bot);
    std::optional<Instant> tokenEnd(Bot bot);
    std::optional<MergeRequest> mergeRequest(const Project &project, MergeRequestIid iid);
    std::vector<MergeRequest> mergeRequestsFrom(const Project &project, const QString &sourceBranch);
    std::vector<Pipeline> pipelines(const Project &project, MergeRequestIid iid);
    Approvals approvals(const Project &project, MergeRequestIid iid, Bot reader);
    std::optional<QJsonObject> approvalChecklist(const Project &project, MergeRequestIid iid, Bot reader);
    std::optional<Oid> branchHead(const Project &project, const QString &branch);
    std::optional<std::vector<Oid>> parentsOf(const Project &project, const Oid &commit);
    /// path_with_namespace, for a project that is named by its number. Throws Error(NotFound).
    QString fullPathOf(const Project &project);

private:
    GitLabApi &m_api;
};

} // namespace slipway::forge
