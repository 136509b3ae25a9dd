// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/admin/human.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QMap<QString, FileChange> changesFrom(const QJsonObject &files)
{
    QMap<QString, FileChange> changes;
    for (auto it = files.begin(); it != files.end(); ++it)
        changes.insert(it.key(), { it->isNull() ? std::nullopt : std::optional(it->toString().toUtf8()), false });
    return changes;
}

} // namespace

Human::Human(Twin &twin)
    : m_twin(twin)
{
}

Task<QJsonObject> Human::act(QJsonObject order)
{
    static const QStringList ops { u"merge"_s,
                                   u"close"_s,
                                   u"reopen"_s,
                                   u"approve"_s,
                                   u"unapprove"_s,
                                   u"draft"_s,
                                   u"ready"_s,
                                   u"comment"_s,
                                   u"rebase"_s,
                                   u"push"_s,
                                   u"force_push"_s,
                                   u"push_target"_s,
                                   u"delete_source_branch"_s };
    const QString op = order[u"op"_s].toString();
    if (!ops.contains(op))
        throw Refusal::error(400, u"op must be one of: "_s + ops.join(u", "_s));
    const ProjectPtr project = m_twin.world.project(order[u"project"_s].toVariant().toString());
    if (!project)
        throw Refusal::error(404, u"there is no such project"_s);
    const UserPtr user = m_twin.world.userByName(order[u"user"_s].toString());
    if (!user)
        throw Refusal::error(404, u"there is no such user"_s);
    const MergeRequestPtr mergeRequest = project->mergeRequest(order[u"iid"_s].toInteger());
    const Actor actor { user, 0 };
    if (op.contains(u"push"_s)) {
        const QJsonObject pushed = co_await push(project, mergeRequest, op, order, actor);
        co_return pushed;
    }
    if (!mergeRequest)
        throw Refusal::error(404, u"there is no such merge request"_s);
    co_await onMergeRequest(project, mergeRequest, op, order, actor);
    const QJsonObject shown =
        render::mergeRequest(m_twin.apiUrl, project, *mergeRequest, m_twin.mergeability.detailedStatus(project, *mergeRequest),
                             Mergeability::mergeStatusName(mergeRequest->mergeStatus));
    co_return QJsonObject { { u"merge_request"_s, shown } };
}

Task<void> Human::onMergeRequest(ProjectPtr project, MergeRequestPtr mergeRequest, QString op, QJsonObject order, Actor actor)
{
    const MergeOrder asItIs;
    if (op == "merge"_L1)
        co_await m_twin.merging.merge(project, mergeRequest, asItIs, actor);
    else if (op == "delete_source_branch"_L1)
        co_await deleteSourceBranch(project, mergeRequest, actor);
    else if (op == "close"_L1)
        m_twin.mergeRequests.close(project, mergeRequest, actor);
    else if (op == "reopen"_L1)
        m_twin.mergeRequests.reopen(project, mergeRequest, actor);
    else if (op == "approve"_L1)
        m_twin.approving.approve(project, mergeRequest, order[u"sha"_s].toString(), actor);
    else if (op == "unapprove"_L1)
        m_twin.approving.unapprove(project, mergeRequest, actor);
    else if (op == "rebase"_L1)
        m_twin.rebasing.enqueue(project, mergeRequest, actor);
    else if (op == "comment"_L1)
        m_twin.mergeRequests.comment(project, mergeRequest, order[u"body"_s].toString(), false, actor);
    else
        setDraft(project, mergeRequest, op == "draft"_L1, actor);
}

void Human::setDraft(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool draft, const Actor &actor)
{
    if (draft == mergeRequest->isDraft())
        return;
    MergeRequestEdit edit;
    edit.title = draft ? u"Draft: "_s + mergeRequest->title : mergeRequest->title.section(u':', 1).trimmed();
    m_twin.mergeRequests.edit(project, mergeRequest, edit, actor);
}

Task<void> Human::deleteSourceBranch(ProjectPtr project, MergeRequestPtr mergeRequest, Actor actor)
{
    const QString branch = mergeRequest->sourceBranch, head = project->repository->head(branch);
    if (head.isEmpty())
        throw Refusal::error(404, u"the source branch is gone"_s);
    const bool removed = co_await project->repository->moveBranch(branch, QString(), head);
    if (!removed)
        throw Refusal::error(409, u"the source branch moved meanwhile"_s);
    m_twin.world.apply({ u"branch_delete"_s, project, nullptr, actor, head, { { u"branch"_s, branch } }, {} }, [] {});
    m_twin.branchMoves.announce(project, { branch, head, {}, actor, 0 });
}

Task<QJsonObject> Human::push(ProjectPtr project, MergeRequestPtr mergeRequest, QString op, QJsonObject order, Actor actor)
{
    QString branch = order[u"branch"_s].toString();
    const QString target = mergeRequest ? mergeRequest->targetBranch : project->defaultBranch;
    if (branch.isEmpty() && op == "push_target"_L1)
        branch = target;
    else if (branch.isEmpty() && mergeRequest)
        branch = mergeRequest->sourceBranch;
    if (branch.isEmpty())
        throw Refusal::error(400, u"branch or iid is missing"_s);
    Repository &repository = *project->repository;
    const QString before = repository.head(branch);
    const QString parent = op == "force_push"_L1 || before.isEmpty() ? repository.head(target) : before;
    const QMap<QString, FileChange> files = changesFrom(order[u"files"_s].toObject());
    const Signature who { actor.user->name, actor.user->email, m_twin.clock.now() };
    const QString message = order[u"message"_s].toString(u"A change by hand"_s);
    const QString made = co_await repository.commitFiles(parent, files, message, who);
    const bool moved = co_await repository.moveBranch(branch, made, before);
    if (!moved)
        throw Refusal::error(409, u"the branch moved meanwhile"_s);
    const QJsonObject detail { { u"branch"_s, branch }, { u"from"_s, before } };
    m_twin.world.apply({ u"push"_s, project, nullptr, actor, made, detail, {} }, [] {});
    m_twin.branchMoves.announce(project, { branch, before, made, actor, 0 });
    co_return QJsonObject { { u"sha"_s, made } };
}

} // namespace slipway::twin
