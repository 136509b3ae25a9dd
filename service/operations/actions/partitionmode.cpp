// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "shared/catalogue/catalogue.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "The catalogue in force names no such partition.");
constexpr const char *isHalted =
    QT_TRANSLATE_NOOP("Action", "The partition is halted, which is more than paused. Resume it when its finding is settled.");
constexpr const char *pausedAlready = QT_TRANSLATE_NOOP("Action", "The partition is paused already.");
constexpr const char *openAlready = QT_TRANSLATE_NOOP("Action", "The partition is open already.");
constexpr const char *wouldPause = QT_TRANSLATE_NOOP(
    "Action", "No new batch begins and none enters the merge gate until somebody resumes it. Requests are still accepted.");
constexpr const char *wouldResume = QT_TRANSLATE_NOOP("Action", "Batches begin again: %1 requests wait.");
constexpr const char *isPaused = QT_TRANSLATE_NOOP("Action", "The partition is paused.");
constexpr const char *isResumed = QT_TRANSLATE_NOOP("Action", "The partition is open.");

/// PAUSE_PARTITION and RESUME_PARTITION: whether new batches begin there.
class PartitionMode : public RecoveryAction {
public:
    explicit PartitionMode(bool opens)
        : m_opens(opens)
    {
    }

    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        const PartitionKey key(target.id);
        const auto catalogue = context.services().targets ? context.services().targets() : nullptr;
        Seen seen;
        seen.partition = standingOf(context.database(), key);
        const PartitionStanding &standing = *seen.partition;
        // One the catalogue no longer names may still be opened again: something may wait there.
        if ((!catalogue || !catalogue->partition(key)) && standing.version == 0)
            return refused(target, u"UNKNOWN_PARTITION"_s, { QString::fromLatin1(unknown) });
        if (target.version && *target.version != standing.version)
            return preempted(target);
        if (m_opens && standing.mode == "OPEN"_L1)
            return alreadyFine(target, u"OPEN"_s, { QString::fromLatin1(openAlready) }, seen);
        if (!m_opens && standing.mode == "PAUSED"_L1)
            return alreadyFine(target, u"PAUSED"_s, { QString::fromLatin1(pausedAlready) }, seen);
        if (!m_opens && standing.mode == "HALTED"_L1)
            return refused(target, u"HALTED"_s, { QString::fromLatin1(isHalted) }, seen);
        PlannedItem item =
            wouldDo(target,
                    m_opens ? Sentence { QString::fromLatin1(wouldResume), { QString::number(standing.waiting) } }
                            : Sentence { QString::fromLatin1(wouldPause) },
                    seen);
        item.before = { { u"mode"_s, standing.mode }, { u"version"_s, standing.version } };
        item.after = { { u"mode"_s, wanted() } };
        item.guards = { u"partition_state.partition_key = '%1'"_s.arg(target.id),
                        u"partition_state.mode = '%1'"_s.arg(standing.mode),
                        u"partition_state.version = %1"_s.arg(standing.version) };
        item.writes = { u"partition_state.mode = '%1'"_s.arg(wanted()) };
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const PartitionStanding &standing = *planned.seen.partition;
        return context.commit("action.partition", planned.target, done({ QString::fromLatin1(m_opens ? isResumed : isPaused) }),
                              [&](database::Transaction &transaction) {
                                  if (standing.version == 0)
                                      (void)transaction.tryInsert("PRIMARY", sql::operations::ensure_partition,
                                                                  { { "partition", planned.target.id } });
                                  return transaction.affect(sql::operations::move_partition,
                                                            { { "mode", wanted() },
                                                              { "reason", context.doer().reason },
                                                              { "by", context.doer().account.left(255) },
                                                              { "partition", planned.target.id },
                                                              { "from_mode", standing.mode },
                                                              { "version", standing.version } })
                                      == 1;
                              });
    }

private:
    QString wanted() const { return m_opens ? u"OPEN"_s : u"PAUSED"_s; }

    bool m_opens;
};

} // namespace

const RecoveryAction *pausePartition()
{
    static const PartitionMode action(false);
    return &action;
}

const RecoveryAction *resumePartition()
{
    static const PartitionMode action(true);
    return &action;
}

} // namespace slipway::operations
