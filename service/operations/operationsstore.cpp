// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/operationsstore.h"

#include "service/workflow/text.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using database::Connection;
using database::Row;

std::chrono::milliseconds milliseconds(const Row &row, const char *column)
{
    return std::chrono::milliseconds(row.number(column));
}

workflow::BatchStatus batchStatus(qint64 number)
{
    if (number < 1 || number > 4)
        throw Error(Code::InternalError, u"a batch has a status this version does not know"_s);
    return workflow::BatchStatus(number);
}

struct BoundedCount {
    Standings standings;
    static BoundedCount read(const Row &row)
    {
        const auto oldest = row.maybeNumber("oldest_ms");
        return { { row.number("found"), oldest ? std::optional(std::chrono::milliseconds(*oldest)) : std::nullopt } };
    }
};

QVariant nullableStatus(std::optional<workflow::BatchStatus> status)
{
    return status ? QVariant(int(*status)) : QVariant(QMetaType::fromType<int>());
}

} // namespace

PartitionStateRow PartitionStateRow::read(const Row &row)
{
    return { .partition = row.id<PartitionKey>("partition_key"),
             .mode = row.text("mode"),
             .reason = row.textOrEmpty("reason"),
             .changedBy = row.textOrEmpty("changed_by"),
             .since = row.instant("since"),
             .expectedHead = row.textOrEmpty("expected_head"),
             .version = row.number("version") };
}

std::vector<PartitionStateRow> partitionStates(Connection &connection)
{
    return connection.select<PartitionStateRow>(sql::operations::partition_states);
}

SlotHolderRow SlotHolderRow::read(const Row &row)
{
    return { .batch = row.id<BatchId>("id"),
             .partition = row.id<PartitionKey>("partition_key"),
             .status = batchStatus(row.number("status")),
             .phase = row.text("phase"),
             .project = row.textOrEmpty("project"),
             .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid"),
             .members = row.number("member_count"),
             .version = row.number("version"),
             .age = milliseconds(row, "age_ms"),
             .phaseAge = milliseconds(row, "phase_age_ms") };
}

std::vector<SlotHolderRow> slotHolders(Connection &connection)
{
    return connection.select<SlotHolderRow>(sql::operations::slot_holders);
}

WaitingRow WaitingRow::read(const Row &row)
{
    return { row.id<PartitionKey>("partition_key"), row.number("waiting"), milliseconds(row, "oldest_ms") };
}

std::vector<WaitingRow> waitingCounts(Connection &connection)
{
    return connection.select<WaitingRow>(sql::operations::waiting_counts);
}

Standings standingsIn(Connection &connection, workflow::Status status, int limit)
{
    return connection
        .selectOne<BoundedCount>(sql::operations::status_count,
                                 { { "status", workflow::text(workflow::nameOf(status)) }, { "limit", limit } })
        ->standings;
}

StepStandings StepStandings::read(const Row &row)
{
    const auto step = workflow::stepNumbered(row.number("step_status"));
    if (!step)
        throw Error(Code::InternalError, u"a request stands in a step this version does not know"_s);
    return { *step, BoundedCount::read(row).standings };
}

std::vector<StepStandings> pendingManual(Connection &connection)
{
    QVariantList steps;
    for (const workflow::StepName &each : workflow::stepNames) {
        if (workflow::isPendingManual(each.step))
            steps.append(int(each.step));
    }
    return connection.select<StepStandings>(sql::operations::step_counts, { { "steps", steps } });
}

BatchLine BatchLine::read(const Row &row) { return { workflow::BatchRow::read(row), row.textOrEmpty("project") }; }

std::vector<BatchLine> batches(Connection &connection, const BatchFilter &filter)
{
    return connection.select<BatchLine>(sql::operations::batches,
                                        { { "before", filter.before },
                                          { "status", nullableStatus(filter.status) },
                                          { "partition", filter.partition.value_or(QString()) },
                                          { "limit", filter.limit } });
}

std::optional<BatchLine> findBatch(Connection &connection, BatchId batch)
{
    return connection.selectOne<BatchLine>(sql::operations::batch_detail, { { "batch", batch.value() } });
}

} // namespace slipway::operations
