// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/row.h"
#include "shared/ids.h"
#include "shared/workflow/batch.h"

#include <QString>

#include <chrono>
#include <optional>

namespace slipway::workflow {

/// One batch as it was read; what its steps decide upon. A value: acting on it is guarded by `version`.
struct BatchRow {
    BatchId id;
    PartitionKey partition;
    BatchStatus status = BatchStatus::Running;
    Phase phase = Phase::Claimed;
    std::optional<MergeRequestIid> mergeRequest;
    QString branch;
    QString baseSha;
    QString headSha;
    QString validatedTree;
    QString mergeSha;
    qint64 version = 0;
    int attempt = 0;
    int rebases = 0; ///< Spent by moves of the target that were not ours.
    int memberCount = 0;
    bool reachedCreated = false; ///< Once its members were MR_CREATED, a failure is HANDLE_FAILED.
    QString triggeredBy;
    QString failureCode;
    QString message;
    Instant createdAt;
    Instant updatedAt;
    std::chrono::milliseconds phaseAge { 0 }; ///< By the database's clock.

    static BatchRow read(const database::Row &row);
};

} // namespace slipway::workflow
