// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/packet.h"
#include "service/database/transaction.h"
#include "shared/ids.h"
#include "shared/workflow/flow.h"
#include "shared/workflow/transitions.h"

#include <QString>

#include <optional>

namespace slipway::workflow {

/// What an attempt to move a state came to. Values, because each of them is somebody's normal day.
enum class Moved : quint8 {
    Flipped, ///< This very call changed the state; only then may a side effect follow the commit.
    AlreadyThere, ///< It stands where the event leads; nothing was written.
    Stale, ///< The event leads nowhere from here, or the operation no longer owns its binding; nothing was written.
    Unknown, ///< There is no such operation.
};

/// Who moves a state, and what is known about why; one history row is written with it.
struct Because {
    Cause cause;
    QString actor; ///< Canonical account, bot, or empty for the engine itself.
    QString detail = {}; ///< JSON text or a sentence for maintainers; null for nothing.
};

/// A new attempt, validated.
struct NewOperation {
    OperationId id;
    QString fingerprint;
    QString requester;
    SubjectId subject;
    TargetKey target;
    RequestKind kind = RequestKind::Bind;
    Flow flow = Flow::Batched;
    QString parameters; ///< Canonical JSON.
    QString reason;
    std::optional<Instant> expiresAt;
    PartitionKey partition;
};

/// The binding row as it was read, when the attempt takes it over; nothing when there was none.
struct ReplacedBinding {
    OperationId operation;
    Status status;
    qint64 version;
};

/// The one writer of step and binding status. Every change is checked against the transition table, made by compare-and-set in the
/// caller's transaction, and leaves one history row. It knows no forge, no approval system and no HTTP; what must follow a move
/// (a task, a waiting row) is written by the caller in the same transaction.
///
/// Locks operation before binding. Thread-safe: it holds nothing but the instance's name.
class StateMover {
public:
    explicit StateMover(InstanceId instance);

    enum class Began : quint8 {
        Begun,
        BindingTaken, ///< Somebody else's row came first, or the row moved since it was read: read it again and decide anew.
        OperationExists, ///< The operation id is taken.
    };
    /// Stores a new attempt and takes the binding over. After anything but Begun the transaction must not be committed.
    Began begin(database::Transaction &transaction, const NewOperation &operation,
                const std::optional<ReplacedBinding> &replaced, Event event, const Because &because) const;
    /// The same for a binding that nobody ever had; the packet is refused where the id or the binding is taken after all.
    void begin(database::Packet &packet, const NewOperation &operation, Event event, const Because &because) const;

    /// Moves one operation. \a only restricts it to the exact version somebody has seen; another version is Stale.
    Moved move(database::Transaction &transaction, const OperationId &operation, Event event, const Because &because,
               std::optional<qint64> only = std::nullopt) const;

    /// Moves every member of the batch that stands in \a from, and returns how many did. The caller knows how many it expects, and
    /// must not commit on a difference.
    int moveMembers(database::Transaction &transaction, BatchId batch, Pair from, Event event, const Because &because) const;

    const InstanceId &instance() const { return m_instance; }

private:
    void record(database::Transaction &transaction, const OperationId &operation, std::optional<Pair> from, Event event,
                const Because &because) const;
    database::Bindings historyRow(const OperationId &operation, std::optional<Pair> from, Event event,
                                  const Because &because) const;

    InstanceId m_instance;
};

} // namespace slipway::workflow
