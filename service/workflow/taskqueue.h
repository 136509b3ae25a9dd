// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"

#include <QString>

#include <array>
#include <chrono>
#include <string_view>

namespace slipway::workflow {

/// Every kind of durable task. Its reference says on what: an operation id, a batch id, a receipt id.
enum class TaskKind : quint8 { SendApproval, CancelApproval, AdvanceBatch, AdvanceOperation, MatchDeploy, RunAction, Count };

inline constexpr auto taskKindNames = std::to_array<std::string_view>(
    { "approval.send", "approval.cancel", "batch.advance", "operation.advance", "deploy.match", "action.run" });
static_assert(taskKindNames.size() == size_t(TaskKind::Count), "a kind of task lacks its name");
constexpr std::string_view nameOf(TaskKind kind) { return taskKindNames[size_t(kind)]; }

/// Writes durable tasks in the same transaction as the state they follow from, so that neither exists without the other. It runs
/// nothing: the engine does.
class TaskQueue {
public:
    /// One task for each kind and reference: an existing one is made due no later than asked for.
    static void enqueue(database::Transaction &transaction, TaskKind kind, const QString &reference,
                        std::chrono::milliseconds delay = std::chrono::milliseconds(0));
};

} // namespace slipway::workflow
