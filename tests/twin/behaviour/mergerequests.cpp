// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/mergerequests.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using Status = MergeRequest::MergeStatus;
using State = MergeRequest::State;

namespace {

Refusal fieldRefusal(const QString &field, const QString &text)
{
    return Refusal::message(400, QJsonObject { { field, QJsonArray { text } } });
}

PipelinePtr newestFor(const ProjectPtr &project, const QString &branch, const QString &sha)
{
    for (auto it = project->pipelines.crbegin(); it != project->pipelines.crend(); ++it) {
        if ((*it)->isFor(sha) && (*it)->ref == branch)
            return *it;
    }
    return nullptr;
}

Refusal sameBranch()
{
    return Refusal::message(422, QJsonArray { u"You can't use same project/branch for source and target"_s });
}

} // namespace

MergeRequests::MergeRequests(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.defineLengthy(u"merge_request.prepare"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        return prepare(found.project, found.mergeRequest);
    });
}

void MergeRequests::refuseSecondOpen(const ProjectPtr &project, const QString &source, const QString &target) const
{
    const MergeRequestPtr other = project->openMergeRequest(source, target);
    if (other) {
        const QString text = u"Another open merge request already exists for this source branch: !%1"_s.arg(other->iid);
        throw Refusal::message(409, QJsonArray { text });
    }
}

MergeRequestPtr MergeRequests::create(const ProjectPtr &project, const NewMergeRequest &wanted, const Actor &actor)
{
    if (wanted.sourceBranch == wanted.targetBranch)
        throw sameBranch();
    if (project->repository->head(wanted.targetBranch).isEmpty())
        throw fieldRefusal(u"target_branch"_s, u"does not exist"_s);
    const QString head = project->repository->head(wanted.sourceBranch);
    if (head.isEmpty() && project->policy.text("branch_not_found_on_create"_L1) == "400"_L1)
        throw fieldRefusal(u"source_branch"_s, u"does not exist"_s);
    refuseSecondOpen(project, wanted.sourceBranch, wanted.targetBranch);
    auto mergeRequest = std::make_shared<MergeRequest>();
    mergeRequest->iid = project->mergeRequests.size() + 1;
    const QJsonObject detail { { u"source_branch"_s, wanted.sourceBranch }, { u"target_branch"_s, wanted.targetBranch } };
    m_twin.world.apply({ u"create_mr"_s, project, mergeRequest, actor, head, detail, {} }, [&] {
        mergeRequest->id = m_twin.world.nextId(u"merge_request"_s);
        mergeRequest->projectId = project->id;
        mergeRequest->author = actor.user;
        mergeRequest->title = wanted.title;
        mergeRequest->description = wanted.description;
        mergeRequest->sourceBranch = wanted.sourceBranch;
        mergeRequest->targetBranch = wanted.targetBranch;
        mergeRequest->head = head;
        mergeRequest->forceRemoveSourceBranch =
            wanted.removeSourceBranch.value_or(project->policy.isSet("remove_source_branch"_L1));
        const QString squash = project->policy.text("squash_option"_L1);
        mergeRequest->squash = wanted.squash.value_or(squash == "default_on"_L1 || squash == "always"_L1);
        mergeRequest->assignees = wanted.assignees;
        mergeRequest->reviewers = wanted.reviewers;
        mergeRequest->labels = wanted.labels;
        mergeRequest->mergeAfter = wanted.mergeAfter;
        mergeRequest->createdAt = m_twin.clock.now();
        mergeRequest->headPipeline = newestFor(project, wanted.sourceBranch, head);
        project->mergeRequests.append(mergeRequest);
    });
    m_twin.agenda.after(project->policy.duration("prepare_delay_ms"_L1), u"merge_request.prepare"_s,
                        World::reference(project, mergeRequest));
    if (!head.isEmpty())
        m_twin.pipelines.schedule(project, { u"merge_request_event"_s, wanted.sourceBranch, head, mergeRequest, actor });
    return mergeRequest;
}

Task<void> MergeRequests::prepare(ProjectPtr project, MergeRequestPtr mergeRequest)
{
    if (!mergeRequest)
        co_return;
    co_await m_twin.mergeability.readDiff(project, mergeRequest);
    m_twin.world.apply({ {}, project, mergeRequest, { mergeRequest->author, 0 }, {}, {}, u"open"_s }, [&] {
        mergeRequest->preparedAt = m_twin.clock.now();
        mergeRequest->mergeStatus = Status::Unchecked;
    });
    m_twin.mergeability.recheck(project, mergeRequest);
}

void MergeRequests::edit(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const MergeRequestEdit &edit,
                         const Actor &actor)
{
    const bool retargeted = edit.targetBranch && *edit.targetBranch != mergeRequest->targetBranch;
    if (retargeted && *edit.targetBranch == mergeRequest->sourceBranch)
        throw sameBranch();
    if (retargeted && project->repository->head(*edit.targetBranch).isEmpty())
        throw fieldRefusal(u"target_branch"_s, u"does not exist"_s);
    if (retargeted && mergeRequest->isOpen())
        refuseSecondOpen(project, mergeRequest->sourceBranch, *edit.targetBranch);
    m_twin.world.apply({ u"update_mr"_s, project, mergeRequest, actor, mergeRequest->head, {}, u"update"_s }, [&] {
        mergeRequest->title = edit.title.value_or(mergeRequest->title);
        mergeRequest->description = edit.description.value_or(mergeRequest->description);
        if (mergeRequest->isOpen())
            mergeRequest->targetBranch = edit.targetBranch.value_or(mergeRequest->targetBranch);
        mergeRequest->forceRemoveSourceBranch = edit.removeSourceBranch.value_or(mergeRequest->forceRemoveSourceBranch);
        mergeRequest->squash = edit.squash.value_or(mergeRequest->squash);
        mergeRequest->discussionLocked = edit.discussionLocked.value_or(mergeRequest->discussionLocked);
        if (edit.mergeAfter)
            mergeRequest->mergeAfter = edit.mergeAfter;
        mergeRequest->assignees = edit.assignees.value_or(mergeRequest->assignees);
        mergeRequest->reviewers = edit.reviewers.value_or(mergeRequest->reviewers);
        mergeRequest->labels = edit.labels.value_or(mergeRequest->labels);
    });
    if (retargeted) {
        m_twin.mergeability.invalidate(project, mergeRequest);
        m_twin.agenda.after({}, u"merge_request.read_diff"_s, World::reference(project, mergeRequest));
    }
    m_twin.autoMerging.reviewChanged(project, mergeRequest);
}

void MergeRequests::setDraft(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, bool draft, const Actor &actor)
{
    if (draft == mergeRequest->isDraft())
        return;
    static const QRegularExpression prefix(u"\\A\\s*(?:\\[draft\\]|\\(draft\\)|draft:|wip:)\\s*"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    MergeRequestEdit wanted;
    wanted.title = draft ? u"Draft: "_s + mergeRequest->title : QString(mergeRequest->title).remove(prefix);
    edit(project, mergeRequest, wanted, actor);
}

void MergeRequests::close(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (!mergeRequest->isOpen())
        return;
    m_twin.world.apply({ u"close"_s, project, mergeRequest, actor, mergeRequest->head, {}, u"close"_s }, [&] {
        mergeRequest->state = State::Closed;
        mergeRequest->closedAt = m_twin.clock.now();
        mergeRequest->closedBy = actor.user;
        mergeRequest->autoMergeUser.reset();
    });
}

void MergeRequests::reopen(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (mergeRequest->state != State::Closed)
        return;
    refuseSecondOpen(project, mergeRequest->sourceBranch, mergeRequest->targetBranch);
    const QString head = project->repository->head(mergeRequest->sourceBranch);
    if (head.isEmpty())
        throw Refusal::message(422, QJsonArray { u"Source branch \"%1\" does not exist."_s.arg(mergeRequest->sourceBranch) });
    m_twin.world.apply({ u"reopen"_s, project, mergeRequest, actor, head, {}, u"reopen"_s }, [&] {
        mergeRequest->state = State::Opened;
        mergeRequest->closedAt.reset();
        mergeRequest->closedBy.reset();
        mergeRequest->head = head;
        mergeRequest->mergeStatus = Status::Unchecked;
    });
    m_twin.agenda.after({}, u"merge_request.read_diff"_s, World::reference(project, mergeRequest));
}

} // namespace slipway::twin
