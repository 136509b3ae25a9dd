// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actions/retryway.h"

namespace slipway::operations {

using workflow::Event;
using workflow::Step;
using Then = RetryWay::Then;

std::optional<RetryWay> retryWay(workflow::Pair pair, workflow::Flow flow, bool isApproved, bool isMergeRequestOpen)
{
    // Deterministic: the same merge request fails again.
    if (pair.step == Step::CreatePipelineFailed || pair.step == Step::HandlePipelineFailed)
        return std::nullopt;
    if (workflow::next(pair, Event::RetryApproval))
        return RetryWay { Event::RetryApproval, Then::AskApproval };
    if (workflow::next(pair, Event::RetryClose))
        return RetryWay { Event::RetryClose, Then::Advance };
    if (flow == workflow::Flow::Batched) {
        return workflow::next(pair, Event::RetryQueued) ? std::optional(RetryWay { Event::RetryQueued, Then::WaitForBatch })
                                                        : std::nullopt;
    }
    // A foreign commit on our branch is only got rid of by building it anew.
    const bool goesOnWhereItWas = isApproved && isMergeRequestOpen && pair.step != Step::HandleForeignHead;
    if (goesOnWhereItWas && workflow::next(pair, Event::RetryHandle))
        return RetryWay { Event::RetryHandle, Then::Advance };
    return workflow::next(pair, Event::RetryCreate) ? std::optional(RetryWay { Event::RetryCreate, Then::Advance })
                                                    : std::nullopt;
}

} // namespace slipway::operations
