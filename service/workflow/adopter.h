// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/statemover.h"

#include <vector>

namespace slipway::workflow {

/// A binding that was found in the repository: it is in force there, and no request of ours put it there.
struct FoundBinding {
    OperationId operation; ///< The request that it will look like.
    QString fingerprint;
    SubjectId subject;
    TargetKey target;
    QString parameters; ///< Canonical JSON.
    std::optional<Instant> expiresAt;
    QString reason;
    std::optional<OperationId> replaces = {}; ///< The attempt whose row it takes over.
};

/// Makes bindings in force of what was found, as if each had been requested, merged and deployed: one operation each, VALIDATED by the two
/// moves the transition table knows, its history, and the binding row. Set by set, in the caller's transaction; with the StateMover the
/// one writer of states. It reads no repository and decides nothing.
class Adopter {
public:
    struct Source {
        PartitionKey partition;
        QString commit; ///< Where it was found.
        QString actor; ///< Who says that it is in force.
    };
    Adopter(InstanceId instance, Source source);

    /// At most 500. False: one of the binding rows, or operations, exists by now; the transaction must not be committed.
    [[nodiscard]] bool adopt(database::Transaction &transaction, const std::vector<FoundBinding> &found) const;
    /// The same for one whose row was left by an attempt that is over and never landed.
    [[nodiscard]] bool adopt(database::Transaction &transaction, const FoundBinding &found,
                             const ReplacedBinding &replaced) const;

private:
    [[nodiscard]] bool insertOperations(database::Transaction &transaction, const std::vector<FoundBinding> &found) const;
    void record(database::Transaction &transaction, const QVariantList &operations) const;

    InstanceId m_instance;
    Source m_source;
};

} // namespace slipway::workflow
