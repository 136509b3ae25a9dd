// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/operations/operationsstore.h"

namespace slipway::operations {

/// One batch as lists show it.
QJsonObject batchJson(const BatchLine& line, const Services& services);

/// {project, iid, url}, or null without a merge request. \a project may be empty: then the catalogue's word for the
/// partition.
QJsonValue mergeRequestJson(const Services& services, const PartitionKey& partition, QString project,
                            std::optional<MergeRequestIid> mergeRequest);

/// Opaque to clients; nothing for a text that no page ended with.
QString cursorAfter(BatchId batch);
std::optional<qint64> cursorFrom(const QString& text);

} // namespace slipway::operations
