// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/transaction.h"
#include "service/workflow/statemover.h"

namespace slipway::approval {

enum class Verdict : quint8 { Approved, Rejected, Withdrawn, Expired };
inline constexpr auto verdictNames = std::to_array<std::string_view>({ "approved", "rejected", "withdrawn", "expired" });

/// A decision about one operation, wherever it came from: a callback, our own question, and later our own approvers.
struct Decision {
    OperationId operation;
    Verdict verdict = Verdict::Rejected;
    QString approver;
    std::optional<MergeRequestIid>
        mergeRequest = {}; ///< The payload's shape: asked with a merge request (merge request first).
};

/// Applies a decision in the caller's transaction: moves the operation if it still owns its binding and awaits approval, and writes
/// what must follow (the waiting row, the task that goes on or closes). Stale is an answer, also for a decision about somebody else's
/// merge request, which leaves a finding.
workflow::Moved applyDecision(database::Transaction &transaction, const Services &services, const workflow::StateMover &states,
                              const Decision &decision);

} // namespace slipway::approval
