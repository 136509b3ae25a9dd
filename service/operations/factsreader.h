// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"
#include "shared/protocol/remotereading.h"
#include "shared/recovery/diagnosis.h"

#include <QHash>

namespace slipway::operations {

/// One request with what an action's guards need beside its facts.
struct OperationSight {
    recovery::OperationFacts facts;
    qint64 version = 0;
    QString branch;
    QString baseSha;
    QString headSha;
    QString mergeSha;
    std::optional<protocol::RemoteReading> reading; ///< As last read, however old.

    std::optional<recovery::Diagnosis> diagnosis() const { return recovery::diagnose(facts); }
};

/// One batch, the same way.
struct BatchSight {
    recovery::BatchFacts facts;
    qint64 version = 0;
    QString branch;
    QString baseSha;
    QString headSha;
    QString mergeSha;
    std::optional<protocol::RemoteReading> reading;

    std::optional<recovery::Diagnosis> diagnosis() const { return recovery::diagnose(facts); }
};

/// Reads what diagnoses are made of: a handful of statements for a whole page, never one for each row, and nothing from the forge but
/// what was read before. Reads see one moment each, not one together: a diagnosis is a picture for people, every action looks again
/// under its guards. For one thread; throws DatabaseError.
class FactsReader {
public:
    FactsReader(const Services &services, database::Connection &connection);

    /// In the order asked for; ids that do not exist are left out. At most 500.
    std::vector<OperationSight> operations(const QStringList &ids);
    std::vector<BatchSight> batches(const QList<qint64> &ids);
    std::optional<OperationSight> operation(const QString &id);
    std::optional<BatchSight> batch(qint64 id);

    const recovery::ForgeFacts &forge() const { return m_forge; }
    recovery::PartitionFacts partition(const PartitionKey &key);
    /// By the database's clock.
    Instant now();

private:
    struct Tasks;
    void readPartitions();
    QHash<QString, recovery::TaskFacts> tasksOf(const QStringList &references);
    QHash<QString, protocol::RemoteReading> readingsOf(const QStringList &references);
    std::optional<recovery::RemoteFacts> remoteFacts(const std::optional<protocol::RemoteReading> &reading,
                                                     std::optional<MergeRequestIid> mergeRequest, Instant since) const;
    void finish(OperationSight &sight, const QHash<QString, recovery::TaskFacts> &tasks,
                const QHash<QString, protocol::RemoteReading> &readings);

    const Services &m_services;
    database::Connection &m_connection;
    recovery::ForgeFacts m_forge;
    bool m_isFrozen = false;
    std::optional<QHash<QString, recovery::PartitionFacts>> m_partitions;
};

} // namespace slipway::operations
