// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "service/contract/services.h"
#include "service/database/connection.h"
#include "service/operations/factsreader.h"
#include "shared/protocol/operation.h"

namespace slipway::operations {

/// One request as lists of maintainers show it.
struct OperationLine {
    protocol::OperationSummary summary; ///< Without its diagnosis.
    QString project; ///< Of its merge request; empty where the catalogue has to say.

    static OperationLine read(const database::Row &row);
};

struct OperationFilter {
    std::optional<QString> status;
    qint64 fromStep = 0;
    qint64 toStep = 99999;
    std::optional<QString> subject, target, requester, partition;
    std::optional<qint64> batch, mergeRequest, olderThanMs;
    std::optional<QStringList> after; ///< Created at and id of the last one shown.
    int limit = 50;
};
/// Newest first, one more than the limit.
std::vector<OperationLine> operationsPage(database::Connection &connection, const OperationFilter &filter);
/// What waits for a person, the longest first, one more than \a limit.
std::vector<OperationLine> pendingPage(database::Connection &connection, const std::optional<QStringList> &after,
                                       const std::optional<QString> &partition, int limit);
std::optional<OperationLine> operationLine(database::Connection &connection, const QString &operation);

/// Puts each line's diagnosis into it: a handful of statements for all of them.
void diagnose(const Services &services, database::Connection &connection, std::vector<OperationLine> &lines, Language language);

/// Everything that happened to it, oldest first.
std::vector<protocol::TimelineItem> timelineOf(database::Connection &connection, const QString &operation);

} // namespace slipway::operations
