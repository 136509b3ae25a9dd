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

} // namespace slipway::operations
