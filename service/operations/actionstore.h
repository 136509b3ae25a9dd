// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"
#include "service/operations/roundplan.h"

#include <QJsonArray>

namespace slipway::operations {

PartitionStanding standingOf(database::Connection &connection, const PartitionKey &partition);

/// An action as its row tells, found by the key it was sent with.
struct ActionRow {
    QString id;
    QString action;
    QString planHash;
    QString state; ///< RUNNING until its outcome was written.
    std::vector<protocol::ActionResult> results;
    QString requestedBy;

    static ActionRow read(const database::Row &row);
};
std::optional<ActionRow> actionByKey(database::Connection &connection, const QString &requestKey);

/// False: somebody, or an earlier try, used the key. The transaction must then end without effect.
[[nodiscard]] bool insertAction(database::Transaction &transaction, const QString &id, const ActionRequest &request,
                                const QJsonArray &items, const QString &requestedBy, const QString &traceId);
void finishAction(database::Transaction &transaction, const QString &id, const QString &state, const QJsonArray &results);

} // namespace slipway::operations
