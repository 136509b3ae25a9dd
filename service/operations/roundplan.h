// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "service/contract/round.h"
#include "service/operations/actionrequest.h"
#include "shared/ids.h"
#include "shared/protocol/action.h"

namespace slipway::operations {

/// What an operator's round would meet in one partition.
struct PartitionStanding {
    QString mode; ///< OPEN, PAUSED, HALTED
    qint64 version = 0;
    std::optional<BatchId> slotHolder;
    qint64 waiting = 0;
    bool isFrozen = false;
    bool isKnown = true; ///< The catalogue in force names it.
};

/// What would be done to one target, as values: it can be shown, hashed and compared before anything is written.
struct PlannedRound {
    ActionTarget target;
    PartitionStanding standing;
    enum class Outcome : quint8 { WouldDo, AlreadyFine, Refused, Preempted } outcome = Outcome::WouldDo;
    const char *code = nullptr; ///< SLOT_OCCUPIED, NOTHING_WAITING, PAUSED, FROZEN, UNKNOWN_PARTITION, PREEMPTED
    const char *sentence = ""; ///< Context "Action". %1 stands for the batch, the count or nothing.
};

/// Pure.
PlannedRound planRound(const ActionTarget &target, const PartitionStanding &standing);

/// One hash over what would be written under which guards. What may change without changing the plan (how many wait,
/// whether the slot is held this very second) is not in it: the slot's own key is the guard, and meeting a held slot is
/// an answer.
QString planHashOf(const ActionRequest &request, const QList<PlannedRound> &plan);

/// An item of a preview.
protocol::ActionItem previewOf(const PlannedRound &planned, Language language);

/// What a round came to, as an item of an execution.
protocol::ActionResult resultOf(const ActionTarget &target, const RoundAnswer &answer, Language language);
/// The same for a target at which no round was tried.
protocol::ActionResult resultOf(const PlannedRound &planned, Language language);
/// And for one whose round failed.
protocol::ActionResult failureOf(const ActionTarget &target, Language language);

} // namespace slipway::operations
