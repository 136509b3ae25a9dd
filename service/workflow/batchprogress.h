// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/batchmover.h"

#include <functional>

namespace slipway::workflow {

/// One step forward of a batch and all its members.
struct BatchAdvance {
    BatchStep to;
    std::optional<Event> event; ///< What happened to every member; nothing when only the batch moves.
    Because because { Cause::Engine, {} };
    std::function<void(database::Transaction &)> also = {}; ///< More writes of the same transaction, after the members.
};

/// Moves a batch and its members together: the batch's guard first, then all members from the one pair they stand in. Members that
/// stand anywhere else, or are not as many as the batch says, are a broken invariant: Error(InternalError), nothing written.
class BatchProgress {
public:
    explicit BatchProgress(InstanceId instance);

    /// False: somebody else moved the batch; the transaction was rolled back.
    [[nodiscard]] bool advance(database::Transaction &transaction, BatchRow &batch, const BatchAdvance &advance) const;

    /// The pair all members stand in; nothing when there are no members.
    static std::optional<Pair> membersPair(database::Transaction &transaction, const BatchRow &batch);

    const StateMover &states() const { return m_states; }
    const BatchMover &batches() const { return m_batches; }

private:
    StateMover m_states;
    BatchMover m_batches;
};

} // namespace slipway::workflow
