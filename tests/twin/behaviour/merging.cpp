// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/merging.h"

#include "tests/twin/core/log.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using State = MergeRequest::State;

Merging::Merging(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.defineLengthy(u"merge.auto"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return autoMerge(found.project, found.mergeRequest);
    });
    twin.agenda.defineLengthy(u"merge.remove_branch"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return removeSourceBranch(found.project, found.mergeRequest, with[u"head"_s].toString(), found.actor);
    });
}

Refusal Merging::branchCannotBeMerged(const ProjectPtr &project) const
{
    return Refusal::message(project->policy.isSet("legacy_406"_L1) ? 406 : 422, u"Branch cannot be merged"_s);
}

Task<void> Merging::merge(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor)
{
    if (!project->canMergeInto(actor.user, mergeRequest->targetBranch))
        throw Refusal::unauthorized();
    if (order.whenPipelineSucceeds && armAutoMerge(project, mergeRequest, order, actor))
        co_return;
    if (!mergeRequest->isOpen() || !m_twin.mergeability.policyObstacle(project, *mergeRequest).isEmpty())
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    co_await requireGitMergeable(project, mergeRequest);
    if (!order.sha.isEmpty() && order.sha != mergeRequest->head)
        throw Refusal::message(409, u"SHA does not match HEAD of source branch: "_s + mergeRequest->head);
    co_await execute(project, mergeRequest, order, actor);
}

Task<void> Merging::requireGitMergeable(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    // The background check holds a lease; a merge does not wait for it.
    const bool leaseBusy = project->policy.consume("lease_busy_next"_L1);
    if (leaseBusy || mergeRequest->mergeStatus == MergeRequest::MergeStatus::Preparing
        || Mergeability::isCheckRunning(*mergeRequest))
        throw branchCannotBeMerged(project);
    if (mergeRequest->mergeStatus != MergeRequest::MergeStatus::CanBeMerged)
        co_await m_twin.mergeability.checkNow(project, mergeRequest);
    if (!mergeRequest->isOpen())
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    const bool mustBeLinear = project->policy.text("merge_method"_L1) != "merge"_L1;
    if (mergeRequest->mergeStatus != MergeRequest::MergeStatus::CanBeMerged || (mustBeLinear && mergeRequest->needsRebase))
        throw branchCannotBeMerged(project);
}

bool Merging::armAutoMerge(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeOrder &order,
                           const Actor &actor)
{
    const PipelinePtr &pipeline = mergeRequest->headPipeline;
    const bool active = pipeline && pipeline->sha == mergeRequest->head && pipeline->isActive();
    const bool current = order.sha.isEmpty() || order.sha == mergeRequest->head;
    if (!mergeRequest->isOpen() || mergeRequest->isDraft() || !current)
        return false;
    const bool succeeded = pipeline && pipeline->sha == mergeRequest->head && pipeline->status == "success"_L1;
    if (!active) {
        // Nothing to wait for: with a passed pipeline GitLab merges at once, without one it says 405.
        if (!succeeded)
            throw Refusal::message(405, u"405 Method Not Allowed"_s);
        if (!m_twin.mergeability.policyObstacle(project, *mergeRequest).isEmpty())
            throw branchCannotBeMerged(project);
        return false;
    }
    m_twin.world.apply(
        { u"update_mr"_s, project, mergeRequest, actor, mergeRequest->head, { { u"auto_merge"_s, true } }, u"update"_s }, [&] {
            mergeRequest->autoMergeUser = actor.user;
            mergeRequest->shouldRemoveSourceBranch = order.removeSourceBranch;
        });
    return true;
}

void Merging::cancelAutoMerge(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (!mergeRequest->autoMergeUser)
        return;
    m_twin.world.apply(
        { u"update_mr"_s, project, mergeRequest, actor, mergeRequest->head, { { u"auto_merge"_s, false } }, u"update"_s },
        [&] { mergeRequest->autoMergeUser.reset(); });
}

void Merging::pipelineEnded(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    if (!mergeRequest->autoMergeUser || !mergeRequest->headPipeline || mergeRequest->headPipeline->sha != mergeRequest->head)
        return;
    if (mergeRequest->headPipeline->status == "success"_L1)
        m_twin.agenda.after({}, u"merge.auto"_s, World::reference(project, mergeRequest));
    else
        cancelAutoMerge(project, mergeRequest, {});
}

void Merging::reviewChanged(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    if (mergeRequest->autoMergeUser && mergeRequest->headPipeline && !mergeRequest->headPipeline->isActive())
        pipelineEnded(project, mergeRequest);
}

Task<void> Merging::autoMerge(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (!mergeRequest || !mergeRequest->autoMergeUser || !m_twin.mergeability.policyObstacle(project, *mergeRequest).isEmpty())
        co_return; // Stays armed; the missing approval may still come.
    // Still armed while it merges: a merge that a killed program left undone is tried again.
    const UserPtr user = mergeRequest->autoMergeUser;
    MergeOrder order;
    order.sha = mergeRequest->head;
    order.removeSourceBranch = mergeRequest->shouldRemoveSourceBranch;
    const Actor actor { user, 0 };
    try {
        co_await merge(project, mergeRequest, order, actor);
    } catch (const Refusal &refusal) {
        qCInfo(logTwin, "an armed merge was refused: %s", refusal.body().constData());
        m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] { mergeRequest->autoMergeUser.reset(); });
    }
}

QString Merging::forcedFailure(const ProjectPtr &project, const MergeRequestPtr &mergeRequest) const
{
    const QString forced = project->policy.takeText("merge_fail"_L1);
    if (forced == "hook"_L1)
        return u"Something went wrong during merge pre-receive hook. Refused by policy."_s;
    if (forced == "gitaly"_L1)
        return u"An error occurred while merging"_s;
    const QString sourceHead = project->repository->head(mergeRequest->sourceBranch);
    if (forced == "ref_moved"_L1 || sourceHead != mergeRequest->head)
        return u"Branch has been updated since the merge was requested. Please review the changes."_s;
    return {};
}

Task<void> Merging::execute(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor)
{
    const auto book = [&](State state, const QString &problem) {
        m_twin.world.apply({ {}, project, mergeRequest, actor, {}, {}, {} }, [&] {
            mergeRequest->state = state;
            mergeRequest->mergeError = problem;
        });
    };
    book(State::Locked, {});
    co_await m_twin.clock.sleep(project->policy.duration("locked_ms"_L1));
    Result result;
    result.problem = forcedFailure(project, mergeRequest);
    // Somebody else may land first; the target is then read again, as the merge itself is still wanted.
    for (int attempt = 0; result.problem.isEmpty() && attempt < 3; ++attempt) {
        const QString onto = project->repository->head(mergeRequest->targetBranch);
        result = co_await land(project, mergeRequest, order, actor, onto);
        if (!result.problem.isEmpty())
            break;
        const BranchMove move { mergeRequest->targetBranch, onto, result.target, actor, mergeRequest->iid };
        co_await m_twin.deploys.beforeMerge(project, move);
        const bool moved = co_await project->repository->moveBranch(mergeRequest->targetBranch, result.target, onto);
        if (moved) {
            finish(project, mergeRequest, order, actor, result, onto);
            co_return;
        }
    }
    book(State::Opened, result.problem.isEmpty() ? u"An error occurred while merging"_s : result.problem);
    throw branchCannotBeMerged(project);
}

Task<Merging::Result> Merging::land(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor,
                                    QString onto)
{
    Result result;
    Repository &repository = *project->repository;
    const bool fastForward = project->policy.text("merge_method"_L1) == "ff"_L1;
    const bool squash = order.squash.value_or(mergeRequest->squash);
    const MergedTree merged = co_await repository.mergeTrees(onto, mergeRequest->head);
    if (merged.tree.isEmpty()) {
        result.problem = u"Merge request is not mergeable"_s;
        co_return result;
    }
    const Signature who { actor.user->name, actor.user->email, m_twin.clock.now() };
    QString tip = mergeRequest->head;
    if (squash) {
        const QString text = order.squashMessage.isEmpty() ? mergeRequest->title : order.squashMessage;
        const QStringList parents(onto);
        tip = result.squashCommit = co_await repository.commitTree(merged.tree, parents, text, who, who);
    }
    if (fastForward) {
        result.target = tip;
        co_return result;
    }
    QString text = order.mergeMessage;
    if (text.isEmpty()) {
        text = u"Merge branch '%1' into '%2'\n\n%3\n\nSee merge request %4!%5"_s
                   .arg(mergeRequest->sourceBranch, mergeRequest->targetBranch, mergeRequest->title, project->path)
                   .arg(mergeRequest->iid);
    }
    const QStringList parents { onto, tip };
    result.target = result.mergeCommit = co_await repository.commitTree(merged.tree, parents, text, who, who);
    co_return result;
}

void Merging::finish(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeOrder &order,
                     const Actor &actor, const Result &result, const QString &from)
{
    const QString head = mergeRequest->head;
    m_twin.world.apply({ u"merge"_s, project, mergeRequest, actor, result.target, { { u"head"_s, head } }, u"merge"_s }, [&] {
        mergeRequest->state = State::Merged;
        mergeRequest->mergedAt = m_twin.clock.now();
        mergeRequest->mergedBy = actor.user;
        mergeRequest->mergeCommit = result.mergeCommit;
        mergeRequest->squashCommit = result.squashCommit;
        mergeRequest->shouldRemoveSourceBranch = order.removeSourceBranch;
        mergeRequest->autoMergeUser.reset();
        mergeRequest->mergeError.clear();
    });
    m_twin.branchMoves.announce(project, { mergeRequest->targetBranch, from, result.target, actor, mergeRequest->iid });
    if (!order.removeSourceBranch.value_or(mergeRequest->forceRemoveSourceBranch))
        return;
    QJsonObject with = World::reference(project, mergeRequest, actor);
    with.insert(u"head"_s, head);
    m_twin.agenda.after(project->policy.duration("delete_branch_delay_ms"_L1), u"merge.remove_branch"_s, with);
}

Task<void> Merging::removeSourceBranch(ProjectPtr project, MergeRequestPtr mergeRequest, QString head, Actor actor)
{
    if (!mergeRequest)
        co_return;
    const QString branch = mergeRequest->sourceBranch;
    if (branch == project->defaultBranch || project->protectionOf(branch))
        co_return;
    // Only what was merged is removed: a branch that was pushed to meanwhile stays.
    const bool removed = co_await project->repository->moveBranch(branch, QString(), head);
    if (!removed)
        co_return;
    m_twin.world.apply({ u"branch_delete"_s, project, nullptr, actor, head, { { u"branch"_s, branch } }, {} }, [] {});
    m_twin.branchMoves.announce(project, { branch, head, {}, actor, 0 });
}

} // namespace slipway::twin
