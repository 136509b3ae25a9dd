// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/waiting.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;

constexpr const char *stillActive = QT_TRANSLATE_NOOP(
    "Action", "The batch is still active. Settle it first: that closes its merge request and frees the slot.");
constexpr const char *hasSucceeded = QT_TRANSLATE_NOOP("Action", "The batch succeeded; its members have landed.");
constexpr const char *remoteOpen =
    QT_TRANSLATE_NOOP("Action", "Its merge request is %1: what it holds could still land twice. It must be closed first.");
constexpr const char *remoteMerged =
    QT_TRANSLATE_NOOP("Action", "Its merge request was merged. Take over what GitLab says instead.");
constexpr const char *nobodyLeft =
    QT_TRANSLATE_NOOP("Action", "None of its members waits for recovery: they were recovered, closed or asked for anew.");
constexpr const char *wouldRequeue =
    QT_TRANSLATE_NOOP("Action", "%1 members go back into line, at the place they had, and into another batch.");
constexpr const char *requeued = QT_TRANSLATE_NOOP("Action", "%1 members are back in line.");

/// REQUEUE_MEMBERS: the members of a failed batch get another one.
class RequeueMembers : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        const recovery::BatchFacts &facts = seen.batch->facts;
        if (workflow::holdsSlot(facts.status))
            return refused(target, u"BATCH_ACTIVE"_s, { QString::fromLatin1(stillActive) }, seen);
        if (facts.status == BatchStatus::Succeeded)
            return refused(target, u"SUCCEEDED"_s, { QString::fromLatin1(hasSucceeded) }, seen);
        const auto members = recoverable(context, facts.id);
        if (members.empty())
            return alreadyFine(target, u"NOBODY_LEFT"_s, { QString::fromLatin1(nobodyLeft) }, seen);
        seen.remote = context.remote(*seen.batch);
        if (!seen.remote)
            return ActionContext::forgeAway(target, seen);
        if (seen.remote->state == "merged"_L1)
            return refused(target, u"REMOTE_MERGED"_s, { QString::fromLatin1(remoteMerged) }, seen);
        if (seen.remote->state != "closed"_L1 && seen.remote->state != "absent"_L1)
            return refused(target, u"REMOTE_OPEN"_s, { QString::fromLatin1(remoteOpen), { seen.remote->state } }, seen);
        seen.members = members;
        return requeuing(target, seen);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const BatchSight &sight = *planned.seen.batch;
        const QString count = QString::number(planned.seen.members.size());
        return context.commit("action.requeue", planned.target, done({ QString::fromLatin1(requeued), { count } }),
                              [&](database::Transaction &transaction) {
                                  if (!ActionContext::sameBatch(transaction, sight))
                                      return false;
                                  return std::ranges::all_of(planned.seen.members, [&](const SeenMember &member) {
                                      return queueAgain(context, transaction, member);
                                  });
                              });
    }
    bool asksTheForge() const override { return true; }

private:
    static std::vector<SeenMember> recoverable(const ActionContext &context, BatchId batch)
    {
        auto members = failedMembers(context.database(), batch);
        std::erase_if(members, [](const SeenMember &member) {
            return !workflow::next(member.pair, workflow::Event::RetryQueued).has_value();
        });
        return members;
    }

    static PlannedItem requeuing(const ActionTarget &target, const Seen &seen)
    {
        PlannedItem item =
            wouldDo(target, { QString::fromLatin1(wouldRequeue), { QString::number(seen.members.size()) } }, seen);
        for (const SeenMember &member : seen.members)
            item.guards.append(member.guard());
        item.after.insert(u"members"_s, u"10406 QUEUED"_s);
        item.writes = { u"operation, binding: 10406 QUEUED"_s, u"merge_batch_request: a waiting row each"_s };
        item.remoteCalls = RemoteReader::calls(seen.batch->facts.mergeRequest);
        return item;
    }
};

} // namespace

const RecoveryAction *requeueMembers()
{
    static const RequeueMembers action;
    return &action;
}

} // namespace slipway::operations
