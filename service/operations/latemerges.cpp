// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/latemerges.h"

#include "service/contract/partitions.h"
#include "service/database/transaction.h"
#include "service/forge/forge.h"
#include "service/operations/remotereader.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "sql/operations.h"
#include "sql/workflow.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcLate, "slipway.auditor")

/// Each costs GitLab one request, every time.
constexpr int mostAtOnce = 10;

} // namespace

struct LateMerges::Ended {
    QString kind;
    QString reference;
    PartitionKey partition;
    MergeRequestIid mergeRequest;

    static Ended read(const database::Row &row)
    {
        return { row.text("kind"), row.text("ref"), row.id<PartitionKey>("partition_key"), row.id<MergeRequestIid>("mr_iid") };
    }
};

LateMerges::LateMerges(const Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
{
}

void LateMerges::look()
{
    if (!m_services.forge)
        return;
    for (const Ended &ended : m_connection.select<Ended>(sql::operations::ended_unlanded, { { "limit", mostAtOnce } })) {
        try {
            judge(ended);
        } catch (const database::DatabaseError &) {
            throw;
        } catch (const Error &error) {
            qCInfo(lcLate, "GitLab cannot be compared now: %s", error.what());
            return;
        }
    }
}

void LateMerges::judge(const Ended &ended)
{
    const auto found = m_services.forge->mergeRequest(projectOf(m_services, ended.partition), ended.mergeRequest);
    protocol::RemoteReading reading;
    reading.mergeRequest = ended.mergeRequest;
    reading.state = found ? found->state : u"absent"_s;
    if (found) {
        reading.head = found->head.value();
        reading.by = found->state == "merged"_L1 ? found->mergedBy : found->closedBy;
        if (found->state == "merged"_L1)
            reading.mergeCommit = found->mergeCommit.value_or(found->head).value();
    }
    const bool isMerged = reading.state == "merged"_L1;
    const QString what = workflow::detailOf(workflow::FindingSentence::MergedAfterEnd, { reading.mergeCommit, reading.by });
    database::inTransaction(m_connection, "audit.late_merge", [&](database::Transaction &transaction) {
        keepReading(transaction, ended.kind, ended.reference, reading, u"auditor"_s);
        if (!isMerged)
            return;
        workflow::raise(transaction, { u"LATE_MERGE"_s, ended.kind + u':' + ended.reference, what });
        if (ended.kind == "operation"_L1) {
            const database::Bindings partition { { "partition", ended.partition.value() } };
            transaction.tryInsert("PRIMARY", sql::workflow::ensure_partition, partition);
            transaction.affect(
                sql::workflow::halt_partition,
                { { "reason", u"request %1 was "_s.arg(ended.reference) + what }, { "partition", ended.partition.value() } });
        }
    });
    if (isMerged)
        qCCritical(lcLate).noquote() << "LATE_MERGE" << ended.kind << ended.reference << what;
}

} // namespace slipway::operations
