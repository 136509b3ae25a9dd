// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/callobserver.h"
#include "service/forge/forgehealth.h"
#include "service/forge/forgesettings.h"
#include "shared/clock.h"

#include <memory>

namespace slipway::forge {

/// GitLab as a Forge: REST v4 for merge requests, smart HTTP for Git. One object per instance of GitLab, shared by all
/// workers: breaker, pause after a 429 and refused tokens are known to all at once. Needs a QCoreApplication.
/// Deliberate: a mutation that the forge answers with a refused token (401 with a reason) is NotSent, because the same
/// call succeeds once the token is changed; a plain 401 is Refused with its status, because it has many meanings.
class GitLabForge final : public Forge {
public:
    /// \a clock and \a observer outlive the forge. Throws Error(InternalError) for settings that cannot work.
    GitLabForge(ForgeSettings settings, const Clock &clock, CallObserver &observer);
    ~GitLabForge() override;

    /// As of now; cheap, calls nobody.
    ForgeHealth health() const;
    /// Ends running Git transfers within 200 ms and lets no new one begin; API calls end at their deadline. For
    /// shutting down.
    void stop();

    Account whoAmI(Bot bot) override;
    std::optional<Instant> tokenEnd(Bot bot) override;
    std::optional<MergeRequest> mergeRequest(const Project &project, MergeRequestIid iid) override;
    std::vector<MergeRequest> mergeRequestsFrom(const Project &project, const QString &sourceBranch) override;
    std::vector<Pipeline> pipelines(const Project &project, MergeRequestIid iid) override;
    Approvals approvals(const Project &project, MergeRequestIid iid, Bot reader) override;
    std::optional<QJsonObject> approvalChecklist(const Project &project, MergeRequestIid iid, Bot reader) override;
    std::optional<Oid> branchHead(const Project &project, const QString &branch) override;
    std::optional<std::vector<Oid>> parentsOf(const Project &project, const Oid &commit) override;

    Outcome createMergeRequest(const Project &project, const QString &sourceBranch, const QString &title,
                               const QString &description) override;
    Outcome approve(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                    const QJsonObject &checklist = {}) override;
    Outcome merge(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead, const QString &message) override;
    Outcome rebase(const Project &project, MergeRequestIid iid) override;
    Outcome closeMergeRequest(const Project &project, MergeRequestIid iid) override;
    Outcome cancelAutoMerge(const Project &project, MergeRequestIid iid) override;
    Outcome cancelPipeline(const Project &project, qint64 pipelineId) override;
    Outcome deleteBranch(const Project &project, const QString &branch) override;

    Oid fetchTarget(const Project &project) override;
    QMap<QString, QByteArray> readFiles(const Project &project, const Oid &commit, const QStringList &paths) override;
    std::vector<ListedFile> listFiles(const Project &project, const Oid &commit, const QString &folder) override;
    Oid treeOf(const Project &project, const Oid &commit) override;
    bool contains(const Project &project, const Oid &commit, const Oid &ancestor) override;
    BuiltCommit build(const Project &project, const CommitOrder &order) override;
    Published publish(const Project &project, const QString &branch, const Oid &commit,
                      const std::optional<Oid> &expected) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace slipway::forge
