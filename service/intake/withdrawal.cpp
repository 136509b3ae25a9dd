// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/withdrawal.h"

namespace slipway::intake {

using workflow::Event;
using workflow::Status;
using workflow::Step;

Withdrawal withdrawalOf(const WithdrawalFacts &facts)
{
    const auto [step, status] = facts.pair;
    if (status == Status::Merged || status == Status::Validated)
        return { .kind = Withdrawal::Kind::TooLate };
    if (!facts.ownsBinding || workflow::isFinal(facts.pair) || step == Step::CloseStarted)
        return { .kind = Withdrawal::Kind::Over };
    if (facts.isInActiveBatch)
        return { .kind = Withdrawal::Kind::AskBatch };
    if (step == Step::Queued)
        return { .kind = Withdrawal::Kind::LeaveQueue, .event = Event::LeftBeforeLanding };
    if (workflow::isAwaitingApproval(step)) {
        const Event event = facts.hasMergeRequest ? Event::ApprovalEndedWithMergeRequest : Event::ApprovalWithdrawn;
        return { .kind = Withdrawal::Kind::Move, .event = event, .closes = facts.hasMergeRequest, .cancelsApproval = true };
    }
    return { .kind = Withdrawal::Kind::Move, .event = Event::CloseRequested, .closes = true };
}

} // namespace slipway::intake
