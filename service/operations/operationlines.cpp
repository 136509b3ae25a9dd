// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/operationlines.h"

#include "service/contract/page.h"
#include "service/operations/diagnosisview.h"
#include "service/workflow/text.h"
#include "sql/operations.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

protocol::TimelineItem fromHistory(const database::Row &row)
{
    protocol::TimelineItem item { .at = row.instant("at"),
                                  .source = u"HISTORY"_s,
                                  .what = row.text("event"),
                                  .outcome = row.text("cause"),
                                  .actor = row.maybeText("actor"),
                                  .detail = row.maybeText("detail"),
                                  .fromStep = std::nullopt,
                                  .toStep = protocol::StepView::numbered(row.number("to_step")),
                                  .toStatus = row.text("to_status") };
    if (const auto from = row.maybeNumber("from_step"))
        item.fromStep = protocol::StepView::numbered(*from);
    if (item.actor && item.actor->isEmpty())
        item.actor.reset();
    return item;
}

protocol::TimelineItem fromElsewhere(const database::Row &row)
{
    return { .at = row.instant("at"),
             .source = row.text("source"),
             .what = row.textOrEmpty("what"),
             .outcome = row.maybeText("outcome"),
             .actor = row.maybeText("actor"),
             .detail = row.maybeText("detail"),
             .fromStep = std::nullopt,
             .toStep = std::nullopt,
             .toStatus = std::nullopt };
}

} // namespace

OperationLine OperationLine::read(const database::Row &row)
{
    protocol::OperationSummary summary {
        .change = { .operation = row.id<OperationId>("operation_id"),
                    .requester = row.text("requester"),
                    .subject = row.id<SubjectId>("subject_id"),
                    .target = row.id<TargetKey>("target_key"),
                    .kind = row.text("kind"),
                    .parameters = row.json("params"),
                    .reason = row.text("reason"),
                    .expiresAt = row.maybeInstant("expires_at"),
                    .flow = row.text("flow"),
                    .bindingStatus = row.text("binding_status"),
                    .step = protocol::StepView::numbered(row.number("step_status")),
                    .batch = row.maybeId<BatchId>("batch_id"),
                    .version = row.number("version"),
                    .createdAt = row.instant("created_at"),
                    .updatedAt = row.instant("updated_at") },
        .partition = row.id<PartitionKey>("partition_key"),
        .mergeRequestIid = row.maybeNumber("mr_iid"),
        .failureCode = row.maybeText("failure_code"),
        .ownsBinding = row.flag("owns"),
        .diagnosis = std::nullopt,
    };
    return { std::move(summary), row.textOrEmpty("project") };
}

std::vector<OperationLine> operationsPage(database::Connection &connection, const OperationFilter &filter)
{
    return connection.select<OperationLine>(sql::operations::operations_page,
                                            { { "before", filter.after ? filter.after->at(0) : endOfTime() },
                                              { "before_id", filter.after ? filter.after->at(1) : endOfIds() },
                                              { "status", filter.status.value_or(QString()) },
                                              { "from_step", filter.fromStep },
                                              { "to_step", filter.toStep },
                                              { "subject", filter.subject.value_or(QString()) },
                                              { "target", filter.target.value_or(QString()) },
                                              { "requester", filter.requester.value_or(QString()) },
                                              { "partition", filter.partition.value_or(QString()) },
                                              { "batch", database::nullable(filter.batch) },
                                              { "iid", database::nullable(filter.mergeRequest) },
                                              { "older_ms", database::nullable(filter.olderThanMs) },
                                              { "limit", filter.limit + 1 } });
}

std::vector<OperationLine> pendingPage(database::Connection &connection, const std::optional<QStringList> &after,
                                       const std::optional<QString> &partition, int limit)
{
    QVariantList steps;
    for (const workflow::StepName &each : workflow::stepNames) {
        if (workflow::isPendingManual(each.step))
            steps.append(int(each.step));
    }
    return connection.select<OperationLine>(sql::operations::pending_page,
                                            { { "steps", steps },
                                              { "after", after ? after->at(0) : u"1970-01-01 00:00:00"_s },
                                              { "after_id", after ? after->at(1) : u""_s },
                                              { "partition", partition.value_or(QString()) },
                                              { "limit", limit + 1 } });
}

std::optional<OperationLine> operationLine(database::Connection &connection, const QString &operation)
{
    return connection.selectOne<OperationLine>(sql::operations::one_operation, { { "operation", operation } });
}

void diagnose(const Services &services, database::Connection &connection, std::vector<OperationLine> &lines, Language language)
{
    QStringList ids;
    for (const OperationLine &line : lines)
        ids.append(line.summary.change.operation.value());
    QHash<QString, protocol::Diagnosis> found;
    for (const OperationSight &sight : FactsReader(services, connection).operations(ids)) {
        if (const auto diagnosis = sight.diagnosis())
            found.insert(sight.facts.id.value(), inWords(*diagnosis, language));
    }
    for (OperationLine &line : lines) {
        if (const auto each = found.constFind(line.summary.change.operation.value()); each != found.constEnd())
            line.summary.diagnosis = *each;
    }
}

std::vector<protocol::TimelineItem> timelineOf(database::Connection &connection, const QString &operation)
{
    std::vector<protocol::TimelineItem> timeline;
    const database::Bindings one { { "operation", operation } };
    connection.run(sql::operations::timeline_history, one,
                   [&](const database::Row &row) { timeline.push_back(fromHistory(row)); });
    connection.run(sql::operations::timeline_others, one,
                   [&](const database::Row &row) { timeline.push_back(fromElsewhere(row)); });
    // What has the same time keeps its order: history first.
    std::ranges::stable_sort(timeline, {}, &protocol::TimelineItem::at);
    return timeline;
}

} // namespace slipway::operations
