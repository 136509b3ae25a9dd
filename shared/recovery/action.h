// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/transitions.h"

#include <array>
#include <optional>
#include <string_view>

namespace slipway::recovery {

/// What an action is done to.
enum class TargetKind : quint8 { Batch, Operation, Partition, Approval, Action, Count };
inline constexpr auto targetKindNames =
    std::to_array<std::string_view>({ "batch", "operation", "partition", "approval", "action" });
static_assert(targetKindNames.size() == size_t(TargetKind::Count), "a kind of target lacks its name");
constexpr std::string_view nameOf(TargetKind kind) { return targetKindNames[size_t(kind)]; }

/// Every recovery action. There is deliberately none that frees a slot: settling is the only way out, so that a slot is never free
/// while its merge request may still merge.
enum class Action : quint8 {
    ReCheck,
    RetryStep,
    AlignWithRemote,
    SettleFailed,
    Block,
    Unblock,
    RequeueMembers,
    RevertBatch,
    ConfirmPipeline,
    CloseRequest,
    MarkValidated,
    ReconcileNow,
    RunRound,
    PausePartition,
    ResumePartition,
    SetPriority,
    Remind,
    ConfirmAction,
    RejectAction,
    RepairCard,
    Count
};

/// What a person must do before it is executed; the console asks accordingly.
enum class Confirmation : quint8 { None, Button, TypedId };

struct ActionRow {
    Action action;
    std::string_view name; ///< As sent over HTTP.
    workflow::Some<TargetKind, 2> targets;
    Confirmation confirmation;
    bool isIrreversible;
};

/// The one table of actions.
// clang-format off
inline constexpr auto actionTable = std::to_array<ActionRow>({
    { Action::ReCheck, "RE_CHECK", { TargetKind::Operation, TargetKind::Batch }, Confirmation::None, false },
    { Action::RetryStep, "RETRY_STEP", { TargetKind::Operation, TargetKind::Batch }, Confirmation::Button, false },
    { Action::AlignWithRemote, "ALIGN_WITH_REMOTE", { TargetKind::Operation, TargetKind::Batch }, Confirmation::TypedId, true },
    { Action::SettleFailed, "SETTLE_FAILED", { TargetKind::Batch }, Confirmation::TypedId, true },
    { Action::Block, "BLOCK", { TargetKind::Batch }, Confirmation::Button, false },
    { Action::Unblock, "UNBLOCK", { TargetKind::Batch }, Confirmation::Button, false },
    { Action::RequeueMembers, "REQUEUE_MEMBERS", { TargetKind::Batch }, Confirmation::Button, false },
    { Action::RevertBatch, "REVERT_BATCH", { TargetKind::Batch }, Confirmation::TypedId, false },
    { Action::ConfirmPipeline, "CONFIRM_PIPELINE", { TargetKind::Operation, TargetKind::Batch }, Confirmation::Button, true },
    { Action::CloseRequest, "CLOSE_REQUEST", { TargetKind::Operation }, Confirmation::TypedId, false },
    { Action::MarkValidated, "MARK_VALIDATED", { TargetKind::Operation }, Confirmation::Button, true },
    { Action::ReconcileNow, "RECONCILE_NOW", { TargetKind::Partition, TargetKind::Operation }, Confirmation::Button, false },
    { Action::RunRound, "RUN_ROUND", { TargetKind::Partition }, Confirmation::Button, false },
    { Action::PausePartition, "PAUSE_PARTITION", { TargetKind::Partition }, Confirmation::Button, false },
    { Action::ResumePartition, "RESUME_PARTITION", { TargetKind::Partition }, Confirmation::Button, false },
    { Action::SetPriority, "SET_PRIORITY", { TargetKind::Operation }, Confirmation::Button, false },
    { Action::Remind, "REMIND", { TargetKind::Approval }, Confirmation::None, false },
    { Action::ConfirmAction, "CONFIRM_ACTION", { TargetKind::Action }, Confirmation::Button, false },
    { Action::RejectAction, "REJECT_ACTION", { TargetKind::Action }, Confirmation::Button, false },
    { Action::RepairCard, "REPAIR_CARD", { TargetKind::Approval }, Confirmation::Button, false },
});
// clang-format on

namespace check {
constexpr bool actionTableIsComplete()
{
    if (actionTable.size() != size_t(Action::Count))
        return false;
    for (size_t i = 0; i < actionTable.size(); ++i) {
        if (actionTable[i].action != Action(i) || actionTable[i].name.empty() || actionTable[i].targets.count == 0)
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::actionTableIsComplete(), "an action lacks its row, its name, its targets, or stands out of order");

constexpr const ActionRow &rowOf(Action action) { return actionTable[size_t(action)]; }
constexpr std::string_view nameOf(Action action) { return rowOf(action).name; }
constexpr std::optional<Action> actionNamed(std::string_view name)
{
    const auto row = std::ranges::find(actionTable, name, &ActionRow::name);
    if (row == actionTable.end())
        return std::nullopt;
    return row->action;
}

} // namespace slipway::recovery
