// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/markvalidated.h"

namespace slipway::reconciliation {

using workflow::Event;
using workflow::Pair;
using workflow::Status;
using workflow::Step;

int markMembers(database::Transaction &transaction, const workflow::StateMover &states, BatchId batch, bool succeeded,
                const workflow::Because &because)
{
    static constexpr std::array awaiting { Pair { Step::HandleMerged, Status::Merged },
                                           Pair { Step::DeployPending, Status::Merged },
                                           Pair { Step::DeployFailed, Status::Merged } };
    const Event event = succeeded ? Event::Deployed : Event::DeployFailed;
    int flipped = 0;
    for (const Pair &pair : awaiting) {
        if (workflow::next(pair, event))
            flipped += states.moveMembers(transaction, batch, pair, event, because);
    }
    return flipped;
}

} // namespace slipway::reconciliation
