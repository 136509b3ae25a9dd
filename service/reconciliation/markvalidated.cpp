// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/markvalidated.h"

namespace slipway::reconciliation {

using namespace Qt::StringLiterals;
using workflow::Pair;
using workflow::Status;
using workflow::Step;

LandedSet landedSetOf(const QString &reference)
{
    const auto prefix = "operation:"_L1;
    if (reference.startsWith(prefix))
        return { {}, OperationId(reference.mid(prefix.size())) };
    return { BatchId(reference.toLongLong()), {} };
}

int markLanded(database::Transaction &transaction, const workflow::StateMover &states, const LandedSet &landed,
               workflow::Event event, const workflow::Because &because)
{
    if (!landed.batch)
        return states.move(transaction, landed.operation, event, because) == workflow::Moved::Flipped ? 1 : 0;
    static constexpr std::array awaiting { Pair { Step::HandleMerged, Status::Merged },
                                           Pair { Step::DeployPending, Status::Merged },
                                           Pair { Step::DeployFailed, Status::Merged } };
    int flipped = 0;
    for (const Pair &pair : awaiting) {
        if (workflow::next(pair, event))
            flipped += states.moveMembers(transaction, *landed.batch, pair, event, because);
    }
    return flipped;
}

} // namespace slipway::reconciliation
