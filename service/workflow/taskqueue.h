// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/packet.h"
#include "service/database/transaction.h"
#include "shared/ids.h"

#include <QString>

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// Every kind of durable task. Its reference says on what: an operation id, a batch id, a receipt id.
enum class TaskKind : quint8 {
    SendApproval,
    CancelApproval,
    AdvanceBatch,
    AdvanceOperation,
    MatchDeploy,
    RunAction,
    CleanBranch,
    Count
};

inline constexpr auto taskKindNames = std::to_array<std::string_view>(
    { "approval.send", "approval.cancel", "batch.advance", "operation.advance", "deploy.match", "action.run", "branch.clean" });
static_assert(taskKindNames.size() == size_t(TaskKind::Count), "a kind of task lacks its name");
constexpr std::string_view nameOf(TaskKind kind) { return taskKindNames[size_t(kind)]; }

/// Writes durable tasks in the same transaction as the state they follow from, so that neither exists without the other. It runs
/// nothing: the engine does.
class TaskQueue {
public:
    /// One task for each kind and reference: an existing one is made due no later than asked for.
    static void enqueue(database::Transaction &transaction, TaskKind kind, const QString &reference,
                        std::chrono::milliseconds delay = std::chrono::milliseconds(0));

    /// The same for a reference that is as new as what it refers to.
    static void enqueue(database::Packet &packet, TaskKind kind, const QString &reference);

    /// What a task about the landing of one request refers to: "operation:4711-abcd"; that of a batch is its number.
    static QString referenceTo(const OperationId &operation);
    /// The way back; nothing for a batch's number.
    static std::optional<OperationId> operationIn(const QString &reference);

    /// A landing is over: what is left of its branch goes. A little later, because as a rule the forge removes it by itself.
    static void cleanBranchOf(database::Transaction &transaction, const QString &landing);
};

} // namespace slipway::workflow
