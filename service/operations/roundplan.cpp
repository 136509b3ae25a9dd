// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/roundplan.h"

#include "service/workflow/text.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *occupied =
    QT_TRANSLATE_NOOP("Action", "Batch %1 holds the slot. Waiting requests follow when it is settled.");
constexpr const char *nothingWaits = QT_TRANSLATE_NOOP("Action", "Nothing waits in this partition.");
constexpr const char *paused = QT_TRANSLATE_NOOP("Action", "The partition is paused. Resume it first.");
constexpr const char *frozen = QT_TRANSLATE_NOOP("Action", "A freeze window is on. No batch begins before it ends.");
constexpr const char *tokenRefused =
    QT_TRANSLATE_NOOP("Action", "GitLab refuses the token of %1. No batch begins before it is rotated.");
constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "The catalogue in force names no such partition.");
constexpr const char *wouldRun =
    QT_TRANSLATE_NOOP("Action", "A round would take up to %1 waiting requests into a new batch now.");
constexpr const char *begun = QT_TRANSLATE_NOOP("Action", "Batch %1 was begun.");

/// The same guard and the same writes whether or not there is something to do this very second.
PlannedItem tried(PlannedItem item)
{
    item.isTriedAnyway = true;
    item.guards = { u"merge_batch.uk_active_slot = '%1'"_s.arg(item.target.id) };
    item.writes = { u"merge_batch: RUNNING, CLAIMED"_s, u"merge_batch_request: the waiting ones"_s,
                    u"operation, binding: QUEUED to MR_CREATING"_s };
    return item;
}

QJsonObject shown(const PartitionStanding &standing)
{
    return { { u"mode"_s, standing.mode },
             { u"version"_s, standing.version },
             { u"slotHolder"_s, standing.slotHolder ? QJsonValue(standing.slotHolder->value()) : QJsonValue() },
             { u"waiting"_s, standing.waiting } };
}

PlannedItem judged(const ActionTarget &target, const PartitionStanding &standing)
{
    if (!standing.isKnown)
        return refused(target, u"UNKNOWN_PARTITION"_s, { QString::fromLatin1(unknown) });
    if (target.version && *target.version != standing.version)
        return preempted(target);
    if (standing.mode != "OPEN"_L1)
        return refused(target, u"PAUSED"_s, { QString::fromLatin1(paused) });
    if (standing.isFrozen)
        return refused(target, u"FROZEN"_s, { QString::fromLatin1(frozen) });
    if (!standing.refusedTokens.isEmpty())
        return refused(target, u"TOKEN_REFUSED"_s,
                       { QString::fromLatin1(tokenRefused), { standing.refusedTokens.join(u", "_s) } });
    if (standing.slotHolder)
        return tried(alreadyFine(target, u"SLOT_OCCUPIED"_s,
                                 { QString::fromLatin1(occupied), { QString::number(standing.slotHolder->value()) } }));
    if (standing.waiting == 0)
        return tried(alreadyFine(target, u"NOTHING_WAITING"_s, { QString::fromLatin1(nothingWaits) }));
    PlannedItem item { .target = target };
    item.sentence = { QString::fromLatin1(wouldRun), { QString::number(standing.waiting) } };
    return tried(item);
}

} // namespace

PlannedItem planRound(const ActionTarget &target, const PartitionStanding &standing)
{
    PlannedItem item = judged(target, standing);
    item.seen.partition = standing;
    item.before = item.after = shown(standing);
    if (item.outcome == PlannedItem::Outcome::WouldDo)
        item.after = { { u"slotHolder"_s, u"a new batch"_s } };
    return item;
}

ActionOutcome outcomeOf(const RoundAnswer &answer)
{
    const QString code = workflow::text(slipway::nameOf(answer.kind));
    const QStringList batch { answer.batch ? QString::number(answer.batch->value()) : u"?"_s };
    switch (answer.kind) {
    case RoundAnswer::Kind::Claimed: return { u"DONE"_s, code, { QString::fromLatin1(begun), batch }, answer.batch };
    case RoundAnswer::Kind::SlotOccupied:
        return { u"ALREADY_FINE"_s, code, { QString::fromLatin1(occupied), batch }, answer.batch };
    case RoundAnswer::Kind::Paused: return { u"REFUSED"_s, code, { QString::fromLatin1(paused) } };
    default: return { u"ALREADY_FINE"_s, u"NOTHING_WAITING"_s, { QString::fromLatin1(nothingWaits) } };
    }
}

} // namespace slipway::operations
