// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/mergeability.h"

#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using Status = MergeRequest::MergeStatus;

Mergeability::Mergeability(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.defineLengthy(u"mergeability.check"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return checkNow(found.project, found.mergeRequest);
    });
    twin.agenda.defineLengthy(u"merge_request.read_diff"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return readDiff(found.project, found.mergeRequest);
    });
}

QString Mergeability::mergeStatusName(Status status)
{
    switch (status) {
    case Status::Preparing:
    case Status::Checking:
    case Status::CannotBeMergedRechecking: return u"checking"_s;
    case Status::Unchecked: return u"unchecked"_s;
    case Status::CanBeMerged: return u"can_be_merged"_s;
    case Status::CannotBeMerged: return u"cannot_be_merged"_s;
    case Status::CannotBeMergedRecheck: return u"cannot_be_merged_recheck"_s;
    }
    Q_UNREACHABLE();
}

bool Mergeability::isCheckRunning(const MergeRequest &mergeRequest)
{
    return mergeRequest.mergeStatus == Status::Checking || mergeRequest.mergeStatus == Status::CannotBeMergedRechecking;
}

bool Mergeability::stands(const QString &obstacle, const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    const qint64 required = project->policy.number("required_approvals"_L1);
    if (obstacle == project->policy.text("obstacle"_L1))
        return true;
    if (obstacle == "approvals_syncing"_L1)
        return required > 0 && mergeRequest.approvalResetsPending > 0;
    if (obstacle == "not_approved"_L1)
        return mergeRequest.approvals.size() < required;
    if (obstacle == "not_open"_L1)
        return !mergeRequest.isOpen();
    if (obstacle == "merge_time"_L1)
        return mergeRequest.mergeAfter && *mergeRequest.mergeAfter > m_twin.clock.now();
    if (obstacle == "draft_status"_L1)
        return mergeRequest.isDraft();
    if (obstacle == "commits_status"_L1)
        return project->repository->head(mergeRequest.sourceBranch).isEmpty()
            || (mergeRequest.preparedAt && mergeRequest.diffBase == mergeRequest.head);
    if (obstacle == "discussions_not_resolved"_L1)
        return project->policy.isSet("discussions_must_resolve"_L1) && mergeRequest.hasUnresolvedThread();
    return false;
}

QString Mergeability::reviewObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    // In the order in which GitLab looks: only the first one is ever shown, so a closed one may show "not_approved".
    // clang-format off
    static const QStringList inOrder {
        u"requested_changes"_s, u"approvals_syncing"_s, u"not_approved"_s, u"merge_request_blocked"_s,
        u"jira_association_missing"_s, u"security_policy_violations"_s, u"security_policy_pipeline_check"_s,
        u"status_checks_must_pass"_s, u"locked_paths"_s, u"not_open"_s, u"merge_time"_s, u"draft_status"_s,
        u"commits_status"_s, u"discussions_not_resolved"_s, u"locked_lfs_files"_s, u"title_regex"_s,
    };
    // clang-format on
    for (const QString &obstacle : inOrder) {
        if (stands(obstacle, project, mergeRequest))
            return obstacle;
    }
    return {};
}

QString Mergeability::pipelineObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    if (!project->policy.isSet("pipelines_must_succeed"_L1))
        return {};
    const PipelinePtr &pipeline = mergeRequest.headPipeline;
    if (!pipeline || !pipeline->isFor(mergeRequest.head))
        return u"ci_must_pass"_s;
    if (pipeline->isActive())
        return u"ci_still_running"_s;
    const bool passed =
        pipeline->status == "success"_L1 || (pipeline->status == "skipped"_L1 && project->policy.isSet("allow_skipped"_L1));
    return passed ? QString() : u"ci_must_pass"_s;
}

QString Mergeability::policyObstacle(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    const QString review = reviewObstacle(project, mergeRequest);
    return review.isEmpty() ? pipelineObstacle(project, mergeRequest) : review;
}

QString Mergeability::detailedStatus(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    if (mergeRequest.mergeStatus == Status::Preparing)
        return u"preparing"_s;
    if (isCheckRunning(mergeRequest))
        return u"checking"_s;
    if (mergeRequest.mergeStatus == Status::Unchecked)
        return u"unchecked"_s;
    const QString review = reviewObstacle(project, mergeRequest);
    if (!review.isEmpty())
        return review;
    // "Recheck" counts as a conflict here although has_conflicts is false: GitLab's own passing lie.
    if (mergeRequest.mergeStatus != Status::CanBeMerged)
        return u"conflict"_s;
    if (mergeRequest.needsRebase && project->policy.text("merge_method"_L1) != "merge"_L1)
        return u"need_rebase"_s;
    const QString pipeline = pipelineObstacle(project, mergeRequest);
    return pipeline.isEmpty() ? u"mergeable"_s : pipeline;
}

ShownStatus Mergeability::shown(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    return { detailedStatus(project, mergeRequest), mergeStatusName(mergeRequest.mergeStatus),
             mergeRequest.mergeStatus == Status::CannotBeMerged };
}

ShownStatus Mergeability::shownOnce(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    ShownStatus truth = shown(project, mergeRequest);
    QJsonObject forced = project->policy.object("force_status"_L1);
    if (forced[u"iid"_s].toInteger() == mergeRequest.iid && !forced.isEmpty()) {
        truth.detailed = forced[u"detailed_merge_status"_s].toString();
        const qint64 left = forced[u"for_reads"_s].toInteger(1) - 1;
        forced.insert(u"for_reads"_s, left);
        project->policy.replace("force_status"_L1, left > 0 ? forced : QJsonObject());
        return truth;
    }
    if (mergeRequest.isOpen() && project->policy.consume("stale_conflict_reads"_L1))
        return { u"conflict"_s, mergeStatusName(Status::CannotBeMergedRecheck), false };
    return truth;
}

void Mergeability::setStatus(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, Status status)
{
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] { mergeRequest->mergeStatus = status; });
}

void Mergeability::recheck(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    const Status status = mergeRequest->mergeStatus;
    if (mergeRequest->isOpen() && (status == Status::Unchecked || status == Status::CannotBeMergedRecheck))
        check(project, mergeRequest);
}

void Mergeability::invalidate(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    if (mergeRequest->mergeStatus == Status::CanBeMerged)
        setStatus(project, mergeRequest, Status::Unchecked);
    else if (mergeRequest->mergeStatus == Status::CannotBeMerged)
        setStatus(project, mergeRequest, Status::CannotBeMergedRecheck);
}

void Mergeability::check(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    const bool again = mergeRequest->mergeStatus == Status::CannotBeMergedRecheck;
    setStatus(project, mergeRequest, again ? Status::CannotBeMergedRechecking : Status::Checking);
    if (project->policy.isSet("checks_stuck"_L1))
        return;
    m_twin.agenda.after(project->policy.duration("check_delay_ms"_L1), u"mergeability.check"_s,
                        World::reference(project, mergeRequest));
}

Task<void> Mergeability::checkNow(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (!mergeRequest)
        co_return;
    const QString head = mergeRequest->head;
    const QString target = project->repository->head(mergeRequest->targetBranch);
    const bool branchesExist = !target.isEmpty() && !project->repository->head(mergeRequest->sourceBranch).isEmpty();
    Status verdict = Status::CannotBeMerged;
    bool behind = false;
    if (branchesExist) {
        const MergedTree merged = co_await project->repository->mergeTrees(target, head);
        if (!merged.tree.isEmpty())
            verdict = Status::CanBeMerged;
        behind = !co_await project->repository->isAncestor(target, head);
    }
    // Merged or closed meanwhile, or moved on: the answer is to a question nobody asks any more.
    if (!mergeRequest->isOpen() || mergeRequest->head != head
        || project->repository->head(mergeRequest->targetBranch) != target)
        verdict = Status::Unchecked;
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] {
        mergeRequest->mergeStatus = verdict;
        mergeRequest->needsRebase = behind;
    });
}

Task<void> Mergeability::readDiff(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (!mergeRequest)
        co_return;
    const QString head = mergeRequest->head;
    const QString target = project->repository->head(mergeRequest->targetBranch);
    if (head.isEmpty() || target.isEmpty())
        co_return;
    const QString base = co_await project->repository->mergeBase(target, head);
    QStringList changed, committers;
    if (!base.isEmpty())
        changed = co_await project->repository->changedPaths(base, head);
    const QList<Commit> commits = co_await project->repository->log(target + u".."_s + head, QString(), 0, 1000);
    for (const Commit &commit : commits)
        committers.append(commit.committer.email);
    co_await project->repository->setReference(u"refs/merge-requests/%1/head"_s.arg(mergeRequest->iid), head);
    if (mergeRequest->head != head)
        co_return;
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] {
        mergeRequest->diffBase = base;
        mergeRequest->diffStart = target;
        mergeRequest->committers = committers;
        mergeRequest->changesCount = changed.size() > 1000 ? u"1000+"_s : QString::number(changed.size());
    });
}

} // namespace slipway::twin
