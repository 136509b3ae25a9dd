// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/packet.h"
#include "service/database/transaction.h"
#include "service/intake/bindingdecision.h"
#include "service/intake/guidance.h"
#include "shared/ids.h"

#include <QJsonObject>

#include <optional>
#include <vector>

/// The statements of intake as typed rows. Everything here only reads, except the record of a first answer.
namespace slipway::intake {

/// A pair as two columns hold it. Throws Error(InternalError) for numbers and names this version does not know.
workflow::Pair readPair(const database::Row &row);

/// What the first answer to a request says: the attempt as it began.
/// {operationId, bindingStatus, stepStatus, version}: where a request stands, as every answer about one says it.
QJsonObject standingOf(const OperationId &operation, workflow::Pair pair, qint64 version);
QJsonObject answerOf(const OperationId &operation, workflow::Pair began);

/// What a key was used for before.
struct EarlierUse {
    QString fingerprint;
    QJsonObject answer; ///< The first answer's data.
};
/// Looks in the stored answers, then, for a purged one, at the attempt of that id itself.
std::optional<EarlierUse> findEarlierUse(database::Connection &connection, const OperationId &key);

struct BindingRow {
    OperationId operation;
    qint64 version = 0;
    QString requester; ///< Of the attempt that owns the row.
    QString predecessor; ///< The attempt that owned it before; empty for none.
    Standing standing;

    static BindingRow read(const database::Row &row);
};
std::optional<BindingRow> findBinding(database::Connection &connection, const SubjectId &subject, const TargetKey &target);
std::optional<BindingRow> findBinding(database::Transaction &transaction, const SubjectId &subject, const TargetKey &target);

/// False: the key is taken, and the transaction must end without effect.
struct FirstAnswer {
    OperationId key;
    QString requester;
    QString fingerprint;
    QJsonObject answer;
    qint64 hours = 72;
};
[[nodiscard]] bool storeFirstAnswer(database::Transaction &transaction, const FirstAnswer &answer);
/// The packet is refused where the key is taken.
void storeFirstAnswer(database::Packet &packet, const FirstAnswer &answer);

/// One attempt, as its readers see it.
struct ChangeRow {
    OperationId operation;
    QString requester;
    SubjectId subject;
    TargetKey target;
    QString kind;
    QString flow;
    QJsonObject parameters;
    QString reason;
    std::optional<Instant> expiresAt;
    workflow::Pair pair;
    qint64 version = 0;
    std::optional<BatchId> batch;
    Instant createdAt;
    Instant updatedAt;

    static ChangeRow read(const database::Row &row);
};

/// The same with what only the page of one request shows.
struct ChangeDetail {
    ChangeRow change;
    PartitionKey partition;
    std::optional<MergeRequestIid> mergeRequest;
    QString project; ///< Of the batch's merge request; empty where there is none.
    bool withdrawRequested = false;
    bool ownsBinding = true;
    bool hasRunOut = false; ///< Its end has passed, by the database's clock.
    bool removedAtItsEnd = false; ///< And it was the removal at that end that took the binding over.

    static ChangeDetail read(const database::Row &row);
};
std::optional<ChangeDetail> findChange(database::Connection &connection, const OperationId &operation);

struct HistoryRow {
    Instant at;
    QString event;
    QString cause;
    std::optional<workflow::Pair> from;
    workflow::Pair to;
    bool isInferred = false; ///< Concluded from something else.

    static HistoryRow read(const database::Row &row);
};
std::vector<HistoryRow> historyOf(database::Connection &connection, const OperationId &operation);

/// When the engine looks at it, or at its batch, next; nothing when no task is due.
std::optional<Instant> nextLookAt(database::Connection &connection, const OperationId &operation, std::optional<BatchId> batch);

/// Nothing when it does not wait for a batch.
std::optional<QueueFacts> placeInLine(database::Connection &connection, const OperationId &operation);

struct ChangeFilter {
    QString person; ///< Requester or subject.
    std::optional<QString> status;
    std::optional<QString> target;
    std::optional<QStringList> after; ///< Where the page before ended: {createdAt as SQL has it, operation}.
    int limit = 50;
};
/// Newest first.
std::vector<ChangeRow> changesOf(database::Connection &connection, const ChangeFilter &filter);

/// How many tasks are due and nobody works on; counted up to \a most.
qint64 dueBacklog(database::Connection &connection, qint64 most);

} // namespace slipway::intake
