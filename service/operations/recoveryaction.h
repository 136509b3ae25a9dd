// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/actionrequest.h"
#include "service/operations/actionstore.h"
#include "service/operations/factsreader.h"
#include "shared/protocol/action.h"

#include <QJsonObject>

namespace slipway::operations {

class ActionContext;

/// A sentence for people, before it is put in their language.
struct Sentence {
    QString source; ///< Context "Action".
    QStringList arguments = {}; ///< For %1…
};

/// One request of a batch as it was seen.
struct SeenMember {
    OperationId operation;
    workflow::Pair pair;
    qint64 version = 0;

    static SeenMember read(const database::Row &row);
    QString guard() const; ///< In words, as plans show it.
};

/// What a plan was made from: whatever was read for it, so that apply() can guard by exactly that.
struct Seen {
    std::optional<BatchSight> batch;
    std::optional<OperationSight> operation;
    std::optional<PartitionStanding> partition;
    std::optional<protocol::RemoteReading> remote;
    std::optional<ActionRow> action;
    std::vector<SeenMember> members; ///< Of the batch, those the action would move.
    QStringList references; ///< Of the tasks it would make due.
};

/// What would be done to one target, as values: it can be shown, hashed and compared before anything is written.
struct PlannedItem {
    enum class Outcome : quint8 { WouldDo, AlreadyFine, Refused, Preempted };
    ActionTarget target;
    Outcome outcome = Outcome::WouldDo;
    QString code; ///< Why, for machines; empty where it would simply be done.
    Sentence sentence;
    QJsonObject before;
    QJsonObject after;
    QStringList guards;
    QStringList writes;
    QStringList remoteCalls;
    bool needsSecond = false; ///< Another person has to confirm it.
    Seen seen;
    /// What is in nobody's way: meeting it is an answer, so it is tried although the plan found nothing to do.
    bool isTriedAnyway = false;
};

/// What it came to.
struct ActionOutcome {
    QString outcome; ///< DONE, STARTED, ALREADY_FINE, REFUSED, PREEMPTED, FAILED, AWAITING_SECOND
    QString code;
    Sentence sentence;
    std::optional<BatchId> batch = std::nullopt;
};

/// One recovery action. plan() reads and decides, apply() writes what the plan said under the guards the plan named; both may run on
/// any worker thread, apply() also a second time after a crash: then its guards find the work done and it answers PREEMPTED.
/// Neither writes a status by itself: they ask the writers of service/workflow/.
class RecoveryAction {
public:
    virtual ~RecoveryAction() = default;
    virtual PlannedItem plan(ActionContext &context, const ActionTarget &target) const = 0;
    virtual ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const = 0;
    /// It asks the forge before it decides: many targets at once are worked off in the background.
    virtual bool asksTheForge() const { return false; }
};

/// Builders of the three ways a plan ends early.
PlannedItem refused(const ActionTarget &target, const QString &code, Sentence sentence, const Seen &seen = {});
PlannedItem alreadyFine(const ActionTarget &target, const QString &code, Sentence sentence, const Seen &seen = {});
PlannedItem preempted(const ActionTarget &target);
/// And of outcomes.
ActionOutcome done(Sentence sentence);
ActionOutcome started(Sentence sentence);
ActionOutcome movedOn();

/// What every plan shows of what it found.
QJsonObject shown(const BatchSight &batch);
QJsonObject shown(const OperationSight &operation);
QStringList guardsOf(const BatchSight &batch);
QStringList guardsOf(const OperationSight &operation);

} // namespace slipway::operations
