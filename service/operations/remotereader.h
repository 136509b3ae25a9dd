// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/transaction.h"
#include "service/operations/factsreader.h"

namespace slipway::operations {

/// Reads a batch's or a request's merge request, its pipelines and its approvals from the forge. Reads only. Throws Error(Unavailable)
/// when the forge cannot be asked; one that was never made is "absent". Blocks; for worker threads, a few at a time, so that a forge
/// that hangs never takes all of them away from the people who look for the reason.
class RemoteReader {
public:
    explicit RemoteReader(const Services &services);

    protocol::RemoteReading read(const BatchSight &batch) const;
    protocol::RemoteReading read(const OperationSight &operation) const;

    /// What it asks the forge for, as a plan shows it.
    static QStringList calls(std::optional<MergeRequestIid> mergeRequest);

private:
    struct Place {
        PartitionKey partition;
        std::optional<MergeRequestIid> mergeRequest;
        QString branch;
        QString baseSha;
    };
    protocol::RemoteReading read(const Place &place) const;

    const Services &m_services;
};

/// Keeps it as the last reading. \a kind is "batch" or "operation".
void keepReading(database::Transaction &transaction, const QString &kind, const QString &reference,
                 const protocol::RemoteReading &reading, const QString &by);

} // namespace slipway::operations
