// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/statemover.h"

#include <functional>
#include <vector>

namespace slipway::workflow {

/// Moves many requests by the same event at the cost of a few: what StateMover does for one, statement for statement, over sets. Checked
/// against the same table, guarded the same way, one history row each. Thread-safe.
class SetMover {
public:
    explicit SetMover(InstanceId instance);

    struct Member {
        OperationId operation;
        std::optional<qint64> version = {}; ///< As somebody has seen it; nothing: whatever it is.
    };
    /// All stand in \a from. False: one of them stands elsewhere, has another version, or no longer owns its binding; the transaction must
    /// not be committed. Throws Error(InternalError) where the event leads nowhere from there.
    [[nodiscard]] bool move(database::Transaction &transaction, const std::vector<Member> &members, Pair from, Event event,
                            const Because &because) const;

    /// Operation ids in pieces as long as a list in a statement may be.
    static void inChunks(const std::vector<Member> &members, const std::function<void(const QVariantList &)> &each);

private:
    bool lock(database::Transaction &transaction, const std::vector<Member> &members, Pair from) const;

    InstanceId m_instance;
};

} // namespace slipway::workflow
