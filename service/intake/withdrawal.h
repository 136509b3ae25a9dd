// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/transitions.h"

#include <optional>

namespace slipway::intake {

/// What matters for taking a request back.
struct WithdrawalFacts {
    workflow::Pair pair { workflow::Step::ApprovalSending, workflow::Status::ApprovalSending };
    bool ownsBinding = true; ///< Once a later attempt has taken the binding over, nothing of this one moves.
    bool hasMergeRequest = false; ///< Of its own.
    bool isInActiveBatch = false;
};

/// What taking it back comes to.
struct Withdrawal {
    enum class Kind : quint8 {
        Over, ///< Nothing of it lives any more, or it is being closed already: the same answer as the first time.
        TooLate, ///< It has landed.
        Move, ///< `event` happens to it.
        LeaveQueue, ///< The same, if no round was faster: its waiting row decides.
        AskBatch, ///< It leaves its batch at the next rebuild, split or re-queue.
    };
    Kind kind = Kind::Over;
    std::optional<workflow::Event> event = {};
    bool closes = false; ///< A task closes what may be open on the forge.
    bool cancelsApproval = false; ///< A task takes the question to the approvers back.
};

/// Pure.
Withdrawal withdrawalOf(const WithdrawalFacts &facts);

} // namespace slipway::intake
