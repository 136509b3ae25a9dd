// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/batchrow.h"
#include "service/workflow/statemover.h"

namespace slipway::workflow {

/// Where a batch goes next. What is not said stays as it is.
struct BatchStep {
    std::optional<BatchStatus> status;
    std::optional<Phase> phase;
    std::optional<QString> failureCode;
    std::optional<QString> message;
};

/// The one writer of a batch's status and phase, next to StateMover: guarded by the exact status, phase and version read, one history
/// row for each move. Always the first write of a transaction that also moves members, so that the loser of a race writes nothing.
class BatchMover {
public:
    explicit BatchMover(InstanceId instance);

    /// False: the batch moved since it was read. The transaction must then end without effect. On success \a batch is what the row
    /// holds now, with the phase's age at zero.
    [[nodiscard]] bool move(database::Transaction &transaction, BatchRow &batch, const BatchStep &step,
                            const Because &because) const;

private:
    InstanceId m_instance;
};

} // namespace slipway::workflow
