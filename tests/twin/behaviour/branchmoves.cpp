// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/branchmoves.h"

#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

BranchMoves::BranchMoves(Twin &twin)
    : m_twin(twin)
{
}

void BranchMoves::announce(const ProjectPtr &project, const BranchMove &move)
{
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
            spawn(headMoved(project, mergeRequest, move));
    }
    if (move.to.isEmpty())
        return;
    if (!hasMergeRequest)
        m_twin.pipelines.schedule(project, { u"push"_s, move.branch, move.to, nullptr, move.actor });
    if (!move.from.isEmpty()) {
        m_twin.deploys.branchAdvanced(project, move.branch, move.to, move.mergedIid);
        spawn(detectMergedByPush(project, move));
    }
}

Task<void> BranchMoves::headMoved(ProjectPtr project, MergeRequestPtr mergeRequest, BranchMove move)
{
    co_await m_twin.clock.sleep(project->policy.duration("mr_sha_lag_ms"_L1));
    if (!mergeRequest->isOpen() || project->repository->head(move.branch) != move.to)
        co_return;
    m_twin.world.apply({ {}, project, mergeRequest, move.actor, move.to, {}, u"update"_s }, [&] {
        mergeRequest->head = move.to;
        mergeRequest->autoMergeUser.reset();
        mergeRequest->mergeError.clear();
    });
    m_twin.mergeability.invalidate(project, mergeRequest);
    m_twin.approving.resetAfterPush(project, mergeRequest);
    m_twin.pipelines.schedule(project, { u"merge_request_event"_s, move.branch, move.to, mergeRequest, move.actor });
    co_await m_twin.mergeability.readDiff(project, mergeRequest);
}

Task<void> BranchMoves::detectMergedByPush(ProjectPtr project, BranchMove move)
{
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
