// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/automerging.h"

#include "tests/twin/core/log.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

AutoMerging::AutoMerging(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.defineLengthy(u"merge.auto"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return merge(found.project, found.mergeRequest);
    });
}

bool AutoMerging::arm(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeOrder &order,
                      const Actor &actor)
{
    static const QStringList waitable { u"not_approved"_s, u"approvals_syncing"_s,        u"requested_changes"_s,
                                        u"draft_status"_s, u"discussions_not_resolved"_s, u"merge_time"_s,
                                        u"ci_must_pass"_s, u"ci_still_running"_s };
    const Refusal notAllowed = Refusal::message(405, u"405 Method Not Allowed"_s);
    if (!mergeRequest->isOpen())
        throw notAllowed;
    const PipelinePtr &pipeline = mergeRequest->headPipeline;
    const bool current = pipeline && pipeline->isFor(mergeRequest->head);
    const QString obstacle = m_twin.mergeability.policyObstacle(project, *mergeRequest);
    if (current && pipeline->status == "success"_L1) {
        if (!obstacle.isEmpty())
            throw Merging::branchCannotBeMerged(project);
        return false;
    }
    const bool active = current && pipeline->isActive();
    if (obstacle.isEmpty() ? !active : !waitable.contains(obstacle))
        throw notAllowed;
    if (order.sha && *order.sha != mergeRequest->head)
        throw Refusal::message(409, u"SHA does not match HEAD of source branch: "_s + mergeRequest->head);
    const QJsonObject detail { { u"auto_merge"_s, true } };
    m_twin.world.apply({ u"update_mr"_s, project, mergeRequest, actor, mergeRequest->head, detail, u"update"_s }, [&] {
        mergeRequest->autoMergeUser = actor.user;
        mergeRequest->shouldRemoveSourceBranch = order.removeSourceBranch;
        mergeRequest->squash = order.squash.value_or(mergeRequest->squash);
    });
    return true;
}

void AutoMerging::cancel(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (!mergeRequest->autoMergeUser)
        return;
    const QJsonObject detail { { u"auto_merge"_s, false } };
    m_twin.world.apply({ u"update_mr"_s, project, mergeRequest, actor, mergeRequest->head, detail, u"update"_s },
                       [&] { mergeRequest->autoMergeUser.reset(); });
}

void AutoMerging::pipelineEnded(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    const PipelinePtr &pipeline = mergeRequest->headPipeline;
    if (!mergeRequest->autoMergeUser || !pipeline || !pipeline->isFor(mergeRequest->head) || pipeline->isActive())
        return;
    const bool failed = pipeline->status == "failed"_L1 || pipeline->status == "canceled"_L1;
    if (failed)
        cancel(project, mergeRequest, {});
    else
        m_twin.agenda.after({}, u"merge.auto"_s, World::reference(project, mergeRequest));
}

void AutoMerging::reviewChanged(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    const PipelinePtr &pipeline = mergeRequest->headPipeline;
    const bool pipelineRuns = pipeline && pipeline->isFor(mergeRequest->head) && pipeline->isActive();
    if (mergeRequest->autoMergeUser && !pipelineRuns)
        m_twin.agenda.after({}, u"merge.auto"_s, World::reference(project, mergeRequest));
}

Task<void> AutoMerging::merge(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (!mergeRequest || !mergeRequest->autoMergeUser || !m_twin.mergeability.policyObstacle(project, *mergeRequest).isEmpty())
        co_return; // Stays armed; the missing approval may still come.
    // Still armed while it merges: a merge that a killed program left undone is tried again.
    const Actor actor { mergeRequest->autoMergeUser, 0 };
    MergeOrder order;
    order.sha = mergeRequest->head;
    order.removeSourceBranch = mergeRequest->shouldRemoveSourceBranch;
    try {
        co_await m_twin.merging.merge(project, mergeRequest, order, actor);
    } catch (const Refusal &refusal) {
        qCInfo(logTwin, "an armed merge was refused: %s", refusal.body().constData());
        if (mergeRequest->isOpen())
            m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] { mergeRequest->autoMergeUser.reset(); });
    }
}

} // namespace slipway::twin
