// SPDX-License-Identifier: GPL-3.0-only
// The part of Human that does things.
#include "tests/twin/admin/human.h"
#include "tests/twin/core/refusal.h"
#include "tests/twin/git/names.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QMap<QString, FileChange> changesFrom(const QJsonObject &files)
{
    QMap<QString, FileChange> changes;
    for (auto it = files.begin(); it != files.end(); ++it) {
        if (!it->isNull() && !it->isString())
            throw Refusal::error(400, u"files.%1 must be text or null"_s.arg(it.key()));
        if (!isFilePath(it.key()))
            throw Refusal::error(400, u"files: %1 is no path of a file"_s.arg(it.key()));
        changes.insert(it.key(), { it->isNull() ? std::nullopt : std::optional(it->toString().toUtf8()), false });
    }
    return changes;
}

} // namespace

Task<void> Human::onMergeRequest(Deed deed)
{
    const ProjectPtr &project = deed.project;
    const MergeRequestPtr &mergeRequest = deed.mergeRequest;
    const MergeOrder asItIs;
    ApprovalOrder approval;
    if (!deed.sha.isEmpty())
        approval.sha = deed.sha;
    approval.password = project->policy.text("approval_password"_L1);
    if (deed.op == "merge"_L1)
        co_await m_twin.merging.merge(project, mergeRequest, asItIs, deed.actor);
    else if (deed.op == "delete_source_branch"_L1)
        co_await deleteSourceBranch(deed);
    else if (deed.op == "close"_L1)
        m_twin.mergeRequests.close(project, mergeRequest, deed.actor);
    else if (deed.op == "reopen"_L1)
        m_twin.mergeRequests.reopen(project, mergeRequest, deed.actor);
    else if (deed.op == "approve"_L1)
        co_await m_twin.approving.approve(project, mergeRequest, approval, deed.actor);
    else if (deed.op == "unapprove"_L1)
        m_twin.approving.unapprove(project, mergeRequest, deed.actor);
    else if (deed.op == "rebase"_L1)
        m_twin.rebasing.enqueue(project, mergeRequest, false, deed.actor);
    else if (deed.op == "comment"_L1)
        m_twin.discussions.comment(project, mergeRequest, deed.body, false, deed.actor);
    else
        m_twin.mergeRequests.setDraft(project, mergeRequest, deed.op == "draft"_L1, deed.actor);
}

Task<void> Human::deleteSourceBranch(Deed deed)
{
    const ProjectPtr &project = deed.project;
    const QString branch = deed.mergeRequest->sourceBranch, head = project->repository->head(branch);
    if (head.isEmpty())
        throw Refusal::error(404, u"the source branch is gone"_s);
    const bool removed = co_await project->repository->moveBranch(branch, QString(), head);
    if (!removed)
        throw Refusal::error(409, u"the source branch moved meanwhile"_s);
    m_twin.world.apply({ u"branch_delete"_s, project, nullptr, deed.actor, head, { { u"branch"_s, branch } }, {} }, [] {});
    m_twin.branchMoves.announce(project, { branch, head, {}, deed.actor, 0 });
}

Task<QJsonObject> Human::push(Deed deed)
{
    const ProjectPtr &project = deed.project;
    const QString target = deed.mergeRequest ? deed.mergeRequest->targetBranch : project->defaultBranch;
    QString branch = deed.branch;
    if (branch.isEmpty() && deed.op == "push_target"_L1)
        branch = target;
    else if (branch.isEmpty() && deed.mergeRequest)
        branch = deed.mergeRequest->sourceBranch;
    if (branch.isEmpty())
        throw Refusal::error(400, u"branch or iid is missing"_s);
    Repository &repository = *project->repository;
    const QString before = repository.head(branch);
    const QString parent = deed.op == "force_push"_L1 || before.isEmpty() ? repository.head(target) : before;
    const QMap<QString, FileChange> files = changesFrom(deed.files);
    const Signature who { deed.actor.user->name, deed.actor.user->email, m_twin.clock.now() };
    const QString made = co_await repository.commitFiles(parent, files, deed.message, who, who);
    const bool moved = co_await repository.moveBranch(branch, made, before);
    if (!moved)
        throw Refusal::error(409, u"the branch moved meanwhile"_s);
    const QJsonObject detail { { u"branch"_s, branch }, { u"from"_s, before } };
    m_twin.world.apply({ u"push"_s, project, nullptr, deed.actor, made, detail, {} }, [] {});
    m_twin.branchMoves.announce(project, { branch, before, made, deed.actor, 0 });
    co_return QJsonObject { { u"sha"_s, made } };
}

} // namespace slipway::twin
