// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/approving.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/model/checklist.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

Approving::Approving(Twin &twin)
    : m_twin(twin)
{
    twin.agenda.define(u"approvals.reset"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        if (found.mergeRequest)
            wipe(found.project, found.mergeRequest);
    });
}

bool Approving::canApprove(const ProjectPtr &project, const MergeRequest &mergeRequest, const UserPtr &user) const
{
    if (!user || !mergeRequest.isOpen() || mergeRequest.isApprovedBy(user) || project->levelOf(user) < Developer)
        return false;
    const bool committed = mergeRequest.committers.contains(user->email, Qt::CaseInsensitive);
    if (user == mergeRequest.author)
        return project->policy.isSet("author_approval"_L1);
    return !committed || project->policy.isSet("committers_approval"_L1);
}

void Approving::refuse(const ProjectPtr &project, const MergeRequest &mergeRequest, const ApprovalOrder &order,
                       const Actor &actor) const
{
    if (project->levelOf(actor.user) < Developer) {
        if (project->policy.text("approve_noperm"_L1) == "401"_L1)
            throw Refusal::unauthorized();
        throw Refusal::forbidden();
    }
    if (order.sha && *order.sha != mergeRequest.head)
        throw Refusal::message(409, u"SHA does not match HEAD of source branch: "_s + mergeRequest.head);
    const Checklist checklist(project->policy.object("checklist"_L1), mergeRequest.head);
    const QString password = project->policy.text("approval_password"_L1);
    const bool eligible = canApprove(project, mergeRequest, actor.user) && (password.isEmpty() || password == order.password);
    if (checklist.isEnabled() && checklist.duplicatesFirst() && !eligible)
        throw Refusal::unauthorized();
    const auto objection = checklist.isEnabled() ? checklist.objection(order.checklist) : std::nullopt;
    if (objection)
        throw Refusal(422, *objection);
    if (!eligible)
        throw Refusal::unauthorized();
}

Task<void> Approving::approve(ProjectPtr project, MergeRequestPtr mergeRequest, ApprovalOrder order, Actor actor)
{
    // Who committed must be known of this very head; after a push the background may not have got there yet.
    if (!project->policy.isSet("committers_approval"_L1))
        co_await m_twin.mergeability.readDiff(project, mergeRequest);
    refuse(project, *mergeRequest, order, actor);
    const Checklist checklist(project->policy.object("checklist"_L1), mergeRequest->head);
    const bool last = mergeRequest->approvals.size() + 1 == project->policy.number("required_approvals"_L1);
    m_twin.world.apply(
        { u"approve"_s, project, mergeRequest, actor, mergeRequest->head, {}, last ? u"approved"_s : u"approval"_s }, [&] {
            const QString version = checklist.isEnabled() ? checklist.version() : QString();
            mergeRequest->approvals.append({ actor.user, m_twin.clock.now(), version });
        });
    m_twin.autoMerging.reviewChanged(project, mergeRequest);
}

void Approving::unapprove(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (!mergeRequest->isApprovedBy(actor.user))
        throw Refusal::noRecord();
    m_twin.world.apply({ u"unapprove"_s, project, mergeRequest, actor, mergeRequest->head, {}, u"unapproved"_s }, [&] {
        mergeRequest->approvals.removeIf([&](const Approval &given) { return given.user == actor.user; });
    });
}

void Approving::reset(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    if (!actor.user->bot || mergeRequest->state == MergeRequest::State::Merged)
        throw Refusal::unauthorized();
    m_twin.world.apply({ u"approvals_reset"_s, project, mergeRequest, actor, mergeRequest->head, {}, u"unapproved"_s },
                       [&] { mergeRequest->approvals.clear(); });
}

void Approving::resetAfterPush(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    if (!project->policy.isSet("reset_on_push"_L1))
        return;
    ++mergeRequest->approvalResetsPending;
    m_twin.world.changed(mergeRequest);
    m_twin.agenda.after(project->policy.duration("reset_delay_ms"_L1), u"approvals.reset"_s,
                        World::reference(project, mergeRequest));
}

void Approving::wipe(const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    // Everything is wiped, also what was given since the push: GitLab's worker does not look at times.
    const bool any = !mergeRequest->approvals.isEmpty();
    const bool open = mergeRequest->isOpen();
    const QString kind = any && open ? u"approvals_reset"_s : QString();
    m_twin.world.apply({ kind, project, mergeRequest, {}, mergeRequest->head, {}, any && open ? u"unapproved"_s : QString() },
                       [&] {
                           --mergeRequest->approvalResetsPending;
                           if (open)
                               mergeRequest->approvals.clear();
                       });
}

} // namespace slipway::twin
