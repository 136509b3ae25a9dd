// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/branchmoves.h"

#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

BranchMoves::BranchMoves(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.define(u"branch.head_moved"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        headMoved(found.project, found.mergeRequest, moveFrom(with, found.actor));
    });
    twin.agenda.defineLengthy(u"branch.merged_by_push"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return detectMergedByPush(found.project, moveFrom(with, found.actor));
    });
}

BranchMove BranchMoves::moveFrom(const QJsonObject &with, const Actor &actor)
{
    return { with[u"branch"_s].toString(),      with[u"from"_s].toString(), with[u"to"_s].toString(), actor, 0,
             with[u"skip_pipelines"_s].toBool() };
}

QJsonObject BranchMoves::appointment(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const BranchMove &move)
{
    QJsonObject with = World::reference(project, mergeRequest, move.actor);
    with.insert(u"branch"_s, move.branch);
    with.insert(u"from"_s, move.from);
    with.insert(u"to"_s, move.to);
    with.insert(u"skip_pipelines"_s, move.skipPipelines);
    return with;
}

void BranchMoves::announce(const ProjectPtr &project, const BranchMove &move)
{
    project->earlierHeads.insert(move.branch, { move.from, m_twin.clock.now() });
    bool hasMergeRequest = false;
    const QList<MergeRequestPtr> all = project->mergeRequests;
    for (const MergeRequestPtr &mergeRequest : all) {
        if (!mergeRequest->isOpen())
            continue;
        if (mergeRequest->targetBranch == move.branch)
            m_twin.mergeability.invalidate(project, mergeRequest);
        if (mergeRequest->sourceBranch != move.branch)
            continue;
        hasMergeRequest = true;
        if (move.to.isEmpty())
            m_twin.mergeability.invalidate(project, mergeRequest);
        else
            m_twin.agenda.after(project->policy.duration("mr_sha_lag_ms"_L1), u"branch.head_moved"_s,
                                appointment(project, mergeRequest, move));
    }
    m_twin.webhooks.branchMoved(project, move);
    if (move.to.isEmpty())
        return;
    if (!hasMergeRequest && !move.skipPipelines)
        m_twin.pipelines.schedule(project, { u"push"_s, move.branch, move.to, nullptr, move.actor });
    if (!move.from.isEmpty()) {
        m_twin.deploys.branchAdvanced(project, move);
        m_twin.agenda.after({}, u"branch.merged_by_push"_s, appointment(project, nullptr, move));
    }
}

void BranchMoves::headMoved(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const BranchMove &move)
{
    if (!mergeRequest || !mergeRequest->isOpen() || project->repository->head(move.branch) != move.to)
        return;
    const bool keepsOldError = project->policy.isSet("keep_old_merge_error"_L1);
    const QJsonObject detail { { u"oldrev"_s, mergeRequest->head } };
    m_twin.world.apply({ {}, project, mergeRequest, move.actor, move.to, detail, u"update"_s }, [&] {
        mergeRequest->head = move.to;
        mergeRequest->autoMergeUser.reset();
        if (!keepsOldError)
            mergeRequest->mergeError.clear();
    });
    m_twin.mergeability.invalidate(project, mergeRequest);
    m_twin.approving.resetAfterPush(project, mergeRequest);
    if (!move.skipPipelines)
        m_twin.pipelines.schedule(project, { u"merge_request_event"_s, move.branch, move.to, mergeRequest, move.actor });
    m_twin.agenda.after({}, u"merge_request.read_diff"_s, World::reference(project, mergeRequest));
}

Task<void> BranchMoves::detectMergedByPush(ProjectPtr project, BranchMove move)
{
    if (!project)
        co_return;
    const QList<MergeRequestPtr> all = project->mergeRequests;
    for (const MergeRequestPtr &mergeRequest : all) {
        if (!mergeRequest->isOpen() || mergeRequest->targetBranch != move.branch || mergeRequest->head.isEmpty())
            continue;
        const QString head = mergeRequest->head;
        const bool arrived = co_await project->repository->isAncestor(head, move.to);
        if (!arrived)
            continue;
        const bool wasThere = co_await project->repository->isAncestor(head, move.from);
        if (wasThere || !mergeRequest->isOpen() || mergeRequest->head != head)
            continue;
        m_twin.world.apply({ u"merge"_s, project, mergeRequest, move.actor, head, { { u"by"_s, u"push"_s } }, u"merge"_s },
                           [&] {
                               mergeRequest->state = MergeRequest::State::Merged;
                               mergeRequest->mergedAt = m_twin.clock.now();
                               mergeRequest->mergedBy = move.actor.user;
                           });
    }
}

} // namespace slipway::twin
