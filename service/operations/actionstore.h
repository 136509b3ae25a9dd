// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"
#include "service/operations/actionrequest.h"
#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/action.h"

#include <QJsonArray>

namespace slipway::operations {

/// How a partition stands for whoever wants to begin something there.
struct PartitionStanding {
    QString mode; ///< OPEN, PAUSED, HALTED
    qint64 version = 0;
    std::optional<BatchId> slotHolder;
    qint64 waiting = 0;
    bool isFrozen = false;
    QStringList refusedTokens; ///< Bots whose tokens GitLab refuses.
    bool isKnown = true; ///< The catalogue in force names it.
};
PartitionStanding standingOf(database::Connection &connection, const PartitionKey &partition);

/// An action as its row tells.
struct ActionRow {
    QString id;
    QString requestKey;
    QString bulkId;
    QString action;
    QString planHash;
    std::vector<protocol::ActionItem> plan; ///< As it was confirmed, in English.
    QJsonObject parameters; ///< Masked, as hashed.
    QString reason;
    QString state; ///< AWAITING_SECOND, RUNNING, DONE, FAILED, REJECTED, EXPIRED
    QJsonArray results; ///< As stored: sentences before translation.
    QString requestedBy;
    QString confirmedBy;
    QString traceId;
    qint64 version = 0;
    std::optional<Instant> expiresAt;
    bool isExpired = false;
    Instant createdAt;
    Instant updatedAt;

    static ActionRow read(const database::Row &row);
};
std::optional<ActionRow> actionByKey(database::Connection &connection, const QString &requestKey);
std::optional<ActionRow> actionById(database::Connection &connection, const QString &id);

struct ActionFilter {
    std::optional<QString> state;
    std::optional<QString> bulkId;
    std::optional<Instant> before;
    QString beforeId;
    int limit = 50;
};
/// Newest first.
std::vector<ActionRow> actionsPage(database::Connection &connection, const ActionFilter &filter);

struct NewAction {
    QString id;
    ActionRequest request;
    std::vector<protocol::ActionItem> plan;
    QString state; ///< RUNNING or AWAITING_SECOND
    QJsonArray results;
    QString requestedBy;
    QString traceId;
    std::chrono::milliseconds wait { 0 }; ///< For a second person.
};
/// False: somebody, or an earlier try, used the key. The transaction must then end without effect.
[[nodiscard]] bool insertAction(database::Transaction &transaction, const NewAction &action);
void saveResults(database::Connection &connection, const QString &id, const QJsonArray &results);
/// False: it was finished already.
bool finishAction(database::Transaction &transaction, const QString &id, const QString &state, const QJsonArray &results);
/// A second person's word. False: it no longer awaits one, or too late.
[[nodiscard]] bool answerSecond(database::Transaction &transaction, const ActionRow &action, const QString &state,
                                const QString &by, const QJsonArray &results);

} // namespace slipway::operations
