// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/rebasing.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const auto conflictText = u"Rebase failed: Rebase locally, resolve all conflicts, then push the branch."_s;

} // namespace

Rebasing::Rebasing(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.defineLengthy(u"merge_request.rebase"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return rebase(found.project, found.mergeRequest, with[u"skip_pipelines"_s].toBool(), found.actor);
    });
}

void Rebasing::enqueue(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool skipPipelines, const Actor &actor)
{
    const QString &branch = mergeRequest->sourceBranch;
    if (project->repository->head(branch).isEmpty())
        throw Refusal::forbidden(u"Source branch does not exist"_s);
    if (!project->canPush(actor.user, branch))
        throw Refusal::forbidden(u"Cannot push to source branch"_s);
    const ProtectedBranch *protection = project->protectionOf(branch);
    if (protection && !protection->allowForcePush)
        throw Refusal::forbidden(u"Source branch is protected from force push"_s);
    if (!mergeRequest->isOpen() || mergeRequest->rebaseInProgress)
        throw Refusal::message(409, u"409 Conflict: Resource lock"_s);
    const QString forced = project->policy.takeText("rebase_enqueue"_L1);
    if (forced == "resource_lock"_L1)
        throw Refusal::message(409, u"409 Conflict: Resource lock"_s);
    if (forced == "lock_timeout"_L1) {
        throw Refusal::message(
            409, u"Failed to enqueue the rebase operation, possibly due to a long-lived transaction. Try again later."_s);
    }
    m_twin.world.apply({ {}, project, mergeRequest, actor, {}, {}, {} }, [&] { mergeRequest->rebaseInProgress = true; });
    QJsonObject with = World::reference(project, mergeRequest, actor);
    with.insert(u"skip_pipelines"_s, skipPipelines);
    m_twin.agenda.after(project->policy.duration("rebase_delay_ms"_L1), u"merge_request.rebase"_s, with);
}

void Rebasing::end(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &problem)
{
    const bool keepsOldError = problem.isEmpty() && project->policy.isSet("keep_old_merge_error"_L1);
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] {
        mergeRequest->rebaseInProgress = false;
        if (!keepsOldError)
            mergeRequest->mergeError = problem;
    });
}

Task<std::optional<QString>> Rebasing::rebased(ProjectPtr project, QString from, QString onto, UserPtr user)
{
    if (from.isEmpty() || onto.isEmpty())
        co_return std::nullopt;
    Repository &repository = *project->repository;
    const bool upToDate = co_await repository.isAncestor(onto, from);
    if (upToDate && project->policy.isSet("rebase_noop_same_sha"_L1))
        co_return from;
    Signature who { user->name, user->email, m_twin.clock.now() };
    const std::optional<Commit> tip = co_await repository.commit(from);
    // A commit that is made again within the same second would otherwise be the same commit.
    if (tip && upToDate)
        who.at = std::max(who.at, tip->committer.at + std::chrono::seconds(1));
    const std::optional<QString> made = co_await repository.replay(from, onto, who);
    co_return made;
}

Task<void> Rebasing::rebase(ProjectPtr project, MergeRequestPtr mergeRequest, bool skipPipelines, Actor actor)
{
    if (!mergeRequest || !mergeRequest->rebaseInProgress)
        co_return;
    const QString wanted = project->policy.text("rebase_result"_L1);
    if (wanted == "stuck"_L1)
        co_return;
    if (wanted == "hook_reject"_L1) {
        end(project, mergeRequest, u"The rebase pre-receive hook failed: Refused by policy."_s);
        co_return;
    }
    const QString from = project->repository->head(mergeRequest->sourceBranch);
    const QString onto = project->repository->head(mergeRequest->targetBranch);
    std::optional<QString> made;
    if (wanted != "conflict"_L1)
        made = co_await rebased(project, from, onto, actor.user);
    if (!made || *made == from) {
        end(project, mergeRequest, made ? QString() : conflictText);
        co_return;
    }
    const bool moved = co_await project->repository->moveBranch(mergeRequest->sourceBranch, *made, from);
    if (!moved) {
        end(project, mergeRequest, u"Rebase failed: the source branch was updated meanwhile."_s);
        co_return;
    }
    const bool keepsOldError = project->policy.isSet("keep_old_merge_error"_L1);
    m_twin.world.apply({ u"rebase"_s, project, mergeRequest, actor, *made, { { u"from"_s, from } }, {} }, [&] {
        mergeRequest->rebaseInProgress = false;
        if (!keepsOldError)
            mergeRequest->mergeError.clear();
    });
    BranchMove move { mergeRequest->sourceBranch, from, *made, actor, 0 };
    move.skipPipelines = skipPipelines;
    m_twin.branchMoves.announce(project, move);
}

} // namespace slipway::twin
