// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/operations/operationsstore.h"
#include "shared/protocol/batch.h"

namespace slipway::operations {

/// One batch as lists show it.
protocol::BatchSummary summaryOf(const BatchLine &line, const Services &services);

/// \a project may be empty: then the catalogue's word for the partition.
std::optional<protocol::MergeRequest> mergeRequestOf(const Services &services, const PartitionKey &partition, QString project,
                                                     std::optional<MergeRequestIid> mergeRequest);

/// Opaque to clients; nothing for a text that no page ended with.
QString cursorAfter(BatchId batch);
std::optional<qint64> cursorFrom(const QString &text);

} // namespace slipway::operations
