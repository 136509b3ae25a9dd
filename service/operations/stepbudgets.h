// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/config/keytable.h"
#include "shared/recovery/steprow.h"

#include <array>
#include <optional>

namespace slipway::operations {

struct StepBudget {
    workflow::Step step;
    KeyId budget;
};

/// How long an attempt may stand in a step somebody works on.
// clang-format off
inline constexpr auto stepBudgets = std::to_array<StepBudget>({
    { workflow::Step::CreateStarted, key("budget.buildMs") },
    { workflow::Step::CreatePipelineRunning, key("budget.pipelineMs") },
    { workflow::Step::CreateSucceeded, key("budget.approveMs") },
    { workflow::Step::HandleStarted, key("budget.approveMs") },
    { workflow::Step::HandleApproved, key("budget.mergeMs") },
    { workflow::Step::HandleRebasing, key("budget.rebaseMs") },
    { workflow::Step::HandleRevalidating, key("budget.revalidateMs") },
    { workflow::Step::HandleMerging, key("budget.mergeMs") },
    { workflow::Step::CloseStarted, key("budget.settleMs") },
    { workflow::Step::ApprovalSending, key("budget.approvalSendMs") },
});
// clang-format on

constexpr std::optional<KeyId> budgetOf(workflow::Step step)
{
    const auto row = std::ranges::find(stepBudgets, step, &StepBudget::step);
    return row == stepBudgets.end() ? std::nullopt : std::optional(row->budget);
}

namespace check {
constexpr bool whoeverWorksHasABudget()
{
    return std::ranges::all_of(recovery::stepRows, [](const recovery::StepRow &row) {
        return (row.code == recovery::DiagnosisCode::RunningSlow) == budgetOf(row.step).has_value();
    });
}
} // namespace check
static_assert(check::whoeverWorksHasABudget(), "a step in progress lacks its budget, or one that waits has one");

} // namespace slipway::operations
