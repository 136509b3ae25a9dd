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
    twin.agenda.defineLengthy(u"merge.remove_branch"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return removeSourceBranch(found.project, found.mergeRequest, with[u"head"_s].toString(), found.actor);
    });
}

Refusal Merging::branchCannotBeMerged(const ProjectPtr &project)
{
    return Refusal::message(project->policy.isSet("legacy_406"_L1) ? 406 : 422, u"Branch cannot be merged"_s);
}

Task<void> Merging::merge(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor)
{
    if (!project->canMergeInto(actor.user, mergeRequest->targetBranch))
        throw Refusal::unauthorized();
    if (order.whenPipelineSucceeds && m_twin.autoMerging.arm(project, mergeRequest, order, actor))
        co_return;
    if (!mergeRequest->isOpen() || !m_twin.mergeability.policyObstacle(project, *mergeRequest).isEmpty())
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    co_await requireGitMergeable(project, mergeRequest);
    if (order.sha && *order.sha != mergeRequest->head)
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

bool Merging::squashes(const ProjectPtr &project, const MergeRequest &mergeRequest, const MergeOrder &order)
{
    const QString option = project->policy.text("squash_option"_L1);
    if (option == "always"_L1 || option == "never"_L1)
        return option == "always"_L1;
    return order.squash.value_or(mergeRequest.squash);
}

QString Merging::forcedFailure(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
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
    const QString target = project->repository->head(mergeRequest->targetBranch);
    const bool keepsOldError = project->policy.isSet("keep_old_merge_error"_L1);
    book(State::Locked, keepsOldError ? mergeRequest->mergeError : QString());
    const HookPoint locked { HookPoint::Kind::DuringLock, {}, project->id, mergeRequest->iid };
    co_await m_twin.hookPoints.reach(locked);
    co_await m_twin.clock.sleep(project->policy.duration("locked_ms"_L1));
    Result result;
    result.problem = forcedFailure(project, mergeRequest);
    // Somebody else may land first; the target is then read again, as the merge itself is still wanted.
    for (int attempt = 0; result.problem.isEmpty() && attempt < 3; ++attempt) {
        const QString onto = project->repository->head(mergeRequest->targetBranch);
        result = co_await landOrSay(project, mergeRequest, order, actor, onto);
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
    const QString why = result.problem.isEmpty() ? u"An error occurred while merging"_s : result.problem;
    book(State::Opened, why);
    // While it was locked it noticed no push; noticing it now must not hide why the merge failed.
    const QString head = project->repository->head(mergeRequest->sourceBranch);
    if (!head.isEmpty() && head != mergeRequest->head) {
        m_twin.branchMoves.announce(project, { mergeRequest->sourceBranch, mergeRequest->head, head, actor, 0 });
        book(State::Opened, why);
    }
    if (project->repository->head(mergeRequest->targetBranch) != target)
        m_twin.mergeability.invalidate(project, mergeRequest);
    throw branchCannotBeMerged(project);
}

Task<Merging::Result> Merging::landOrSay(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor,
                                         QString onto)
{
    Result result;
    try {
        result = co_await land(project, mergeRequest, order, actor, onto);
    } catch (const std::exception &failure) {
        // Whatever Git could not do: the lock ends, and the client hears what GitLab says then.
        qCWarning(logTwin, "a merge failed: %s", failure.what());
        result.problem = u"An error occurred while merging"_s;
    }
    co_return result;
}

Task<Merging::Result> Merging::land(ProjectPtr project, MergeRequestPtr mergeRequest, MergeOrder order, Actor actor,
                                    QString onto)
{
    Result result;
    Repository &repository = *project->repository;
    const QString method = project->policy.text("merge_method"_L1);
    const bool squash = squashes(project, *mergeRequest, order);
    const MergedTree merged = co_await repository.mergeTrees(onto, mergeRequest->head);
    if (merged.tree.isEmpty()) {
        result.problem = u"Merge request is not mergeable"_s;
        co_return result;
    }
    // The target may have moved since the check: a branch that is behind must not throw the newer commits away.
    if (method != "merge"_L1 && !co_await repository.isAncestor(onto, mergeRequest->head)) {
        result.problem = u"Only fast-forward merge is allowed for your project. Please update your source branch"_s;
        co_return result;
    }
    const Signature who { actor.user->name, actor.user->email, m_twin.clock.now() };
    QString tip = mergeRequest->head;
    if (squash) {
        const QString text = order.squashMessage.isEmpty() ? mergeRequest->title : order.squashMessage;
        const QStringList parents(onto);
        tip = result.squashCommit = co_await repository.commitTree(merged.tree, parents, text, who, who);
    }
    if (method == "ff"_L1) {
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
        mergeRequest->squash = squashes(project, *mergeRequest, order);
        if (!project->policy.isSet("keep_old_merge_error"_L1))
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
