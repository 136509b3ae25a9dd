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
        return rebase(found.project, found.mergeRequest, found.actor);
    });
}

void Rebasing::enqueue(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
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
    m_twin.world.apply({ {}, project, mergeRequest, actor, {}, {}, {} }, [&] { mergeRequest->rebaseInProgress = true; });
    m_twin.agenda.after(project->policy.duration("rebase_delay_ms"_L1), u"merge_request.rebase"_s,
                        World::reference(project, mergeRequest, actor));
}

void Rebasing::end(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &problem)
{
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] {
        mergeRequest->rebaseInProgress = false;
        mergeRequest->mergeError = problem;
    });
}

Task<void> Rebasing::rebase(ProjectPtr project, MergeRequestPtr mergeRequest, Actor actor)
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
    Repository &repository = *project->repository;
    const QString from = repository.head(mergeRequest->sourceBranch);
    const QString onto = repository.head(mergeRequest->targetBranch);
    const Signature who { actor.user->name, actor.user->email, m_twin.clock.now() };
    std::optional<QString> rebased;
    if (wanted != "conflict"_L1 && !from.isEmpty() && !onto.isEmpty())
        rebased = co_await repository.replay(from, onto, who);
    if (!rebased) {
        end(project, mergeRequest, conflictText);
        co_return;
    }
    const bool upToDate = co_await repository.isAncestor(onto, from);
    if (upToDate) {
        end(project, mergeRequest, {});
        co_return;
    }
    const bool moved = co_await repository.moveBranch(mergeRequest->sourceBranch, *rebased, from);
    if (!moved) {
        end(project, mergeRequest, u"Rebase failed: the source branch was updated meanwhile."_s);
        co_return;
    }
    m_twin.world.apply({ u"rebase"_s, project, mergeRequest, actor, *rebased, { { u"from"_s, from } }, {} },
                       [&] { mergeRequest->rebaseInProgress = false; });
    m_twin.branchMoves.announce(project, { mergeRequest->sourceBranch, from, *rebased, actor, 0 });
}

} // namespace slipway::twin
