// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/alignment.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::Phase;

constexpr const char *inBatch = QT_TRANSLATE_NOOP("Action", "It came with batch %1: take over what GitLab says of that batch.");
constexpr const char *undecided =
    QT_TRANSLATE_NOOP("Action", "GitLab has neither merged nor closed it (%1): there is nothing to take over.");
constexpr const char *agrees = QT_TRANSLATE_NOOP("Action", "GitLab says the same as we do.");
constexpr const char *wouldAccept =
    QT_TRANSLATE_NOOP("Action",
                      "What landed stays as it is although it was not what was validated; the batch succeeds and its slot "
                      "is free. Your reason is recorded.");
constexpr const char *wouldLand = QT_TRANSLATE_NOOP("Action", "It was merged as %1: it counts as landed.");
constexpr const char *wouldAcceptRequest = QT_TRANSLATE_NOOP(
    "Action", "What landed stays as it is although it was not what was validated. Resume its partition afterwards.");
constexpr const char *wouldLandLate =
    QT_TRANSLATE_NOOP("Action", "It was merged as %1 after it had failed: %2 members count as landed; the batch stays FAILED.");
constexpr const char *wouldTakeClosed =
    QT_TRANSLATE_NOOP("Action", "It was closed by %1: batch and members follow; members go back into line.");
constexpr const char *wouldFailClosed = QT_TRANSLATE_NOOP("Action", "It was closed by %1: the request fails with that.");
constexpr const char *aligned = QT_TRANSLATE_NOOP("Action", "Done: it stands as GitLab says.");
constexpr const char *aligning = QT_TRANSLATE_NOOP("Action", "It follows GitLab now.");

/// ALIGN_WITH_REMOTE: the forge has decided, we follow.
class AlignWithRemote : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        return target.type == "batch"_L1 ? planBatch(context, target) : planOperation(context, target);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const Alignment way = alignmentOf(planned.seen);
        const bool isWhole = way == Alignment::AcceptTree || way == Alignment::LandLate || way == Alignment::FailClosed;
        return context.commit(
            "action.align", planned.target,
            isWhole ? done({ QString::fromLatin1(aligned) }) : started({ QString::fromLatin1(aligning) }),
            [&](database::Transaction &transaction) { return align(context, transaction, planned.seen, way); });
    }
    bool asksTheForge() const override { return true; }

private:
    static PlannedItem planBatch(ActionContext &context, const ActionTarget &target)
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        if (seen.batch->facts.status == BatchStatus::Succeeded)
            return alreadyFine(target, u"SUCCEEDED"_s, { QString::fromLatin1(agrees) }, seen);
        seen.remote = context.remote(*seen.batch);
        if (!seen.remote)
            return ActionContext::forgeAway(target, seen);
        if (seen.batch->facts.status == BatchStatus::Failed) {
            seen.members = failedMembers(context.database(), seen.batch->facts.id);
            std::erase_if(seen.members, [](const SeenMember &member) { return !landingEvent(member.pair); });
        }
        return planned(target, seen);
    }

    static PlannedItem planOperation(ActionContext &context, const ActionTarget &target)
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.batch)
            return refused(target, u"MEMBER_OF_BATCH"_s,
                           { QString::fromLatin1(inBatch), { QString::number(facts.batch->id.value()) } }, seen);
        if (facts.mergeRequest || !seen.operation->branch.isEmpty()) {
            seen.remote = context.remote(*seen.operation);
            if (!seen.remote)
                return ActionContext::forgeAway(target, seen);
        }
        return planned(target, seen);
    }

    static PlannedItem planned(const ActionTarget &target, const Seen &seen)
    {
        const Alignment way = alignmentOf(seen);
        const QString state = seen.remote ? seen.remote->state : u"absent"_s;
        if (way == Alignment::Undecided)
            return refused(target, u"REMOTE_UNDECIDED"_s, { QString::fromLatin1(undecided), { state } }, seen);
        if (way == Alignment::Agrees)
            return alreadyFine(target, u"AGREES"_s, { QString::fromLatin1(agrees) }, seen);
        PlannedItem item = wouldDo(target, sentenceOf(way, seen), seen);
        for (const SeenMember &member : seen.members)
            item.guards.append(member.guard());
        item.guards.append(u"merge request is %1"_s.arg(state));
        item.writes = writesOf(way);
        if (seen.remote)
            item.remoteCalls = RemoteReader::calls(seen.remote->mergeRequest);
        item.after.insert(u"remote"_s, state);
        return item;
    }

    static Sentence sentenceOf(Alignment way, const Seen &seen)
    {
        const QString commit = seen.remote->mergeCommit.left(12);
        const QString by = seen.remote->by.isEmpty() ? u"somebody"_s : seen.remote->by;
        switch (way) {
        case Alignment::AcceptTree: return { QString::fromLatin1(seen.batch ? wouldAccept : wouldAcceptRequest) };
        case Alignment::Land: return { QString::fromLatin1(wouldLand), { commit } };
        case Alignment::LandLate:
            return { QString::fromLatin1(wouldLandLate), { commit, QString::number(seen.members.size()) } };
        case Alignment::TakeClosed: return { QString::fromLatin1(wouldTakeClosed), { by } };
        case Alignment::FailClosed: return { QString::fromLatin1(wouldFailClosed), { by } };
        case Alignment::Undecided:
        case Alignment::Agrees: break;
        }
        return {};
    }
};

} // namespace

const RecoveryAction *alignWithRemote()
{
    static const AlignWithRemote action;
    return &action;
}

} // namespace slipway::operations
