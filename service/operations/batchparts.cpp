// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/operationsstore.h"
#include "service/workflow/text.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using database::Connection;
using database::Row;

QJsonValue maybeText(const Row& row, const char* column)
{
    const auto text = row.maybeText(column);
    return text ? QJsonValue(*text) : QJsonValue();
}

QJsonValue maybeTime(const Row& row, const char* column)
{
    const auto at = row.maybeInstant(column);
    return at ? QJsonValue(toIso(*at)) : QJsonValue();
}

QJsonValue maybeNumber(const Row& row, const char* column)
{
    const auto number = row.maybeNumber(column);
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonValue statusName(std::optional<qint64> number)
{
    if (!number)
        return {};
    return workflow::text(workflow::nameOf(workflow::BatchStatus(*number)));
}

QJsonObject memberFrom(const Row& row)
{
    const auto step = workflow::stepNumbered(row.number("step_status"));
    return {
        { u"operationId"_s, row.text("operation_id") },
        { u"subjectId"_s, row.text("subject_id") },
        { u"targetKey"_s, row.text("target_key") },
        { u"kind"_s, row.text("kind") },
        { u"requester"_s, row.text("requester") },
        { u"outcome"_s, row.text("outcome") },
        { u"outcomeAt"_s, maybeTime(row, "at") },
        { u"bindingStatus"_s, row.text("binding_status") },
        { u"stepStatus"_s,
          QJsonObject { { u"code"_s, row.number("step_status") },
                        { u"name"_s, step ? QJsonValue(workflow::text(workflow::nameOf(*step))) : QJsonValue() } } },
        { u"version"_s, row.number("version") },
        { u"failureCode"_s, maybeText(row, "failure_code") },
        { u"withdrawRequested"_s, row.flag("withdraw_requested") },
    };
}

struct PhaseRow {
    Instant at;
    QJsonObject json;
    static PhaseRow read(const Row& row)
    {
        return { row.instant("at"),
                 { { u"at"_s, toIso(row.instant("at")) },
                   { u"version"_s, row.number("version") },
                   { u"fromStatus"_s, statusName(row.maybeNumber("from_status")) },
                   { u"toStatus"_s, statusName(row.number("to_status")) },
                   { u"fromPhase"_s, maybeText(row, "from_phase") },
                   { u"toPhase"_s, row.text("to_phase") },
                   { u"cause"_s, row.text("cause") },
                   { u"actor"_s, row.text("actor") },
                   { u"detail"_s, maybeText(row, "detail") },
                   { u"instance"_s, row.text("instance") } } };
    }
};

QJsonObject callFrom(const Row& row)
{
    return {
        { u"id"_s, row.number("id") },
        { u"operation"_s, row.text("operation") },
        { u"request"_s, maybeText(row, "request_summary") },
        { u"sentAt"_s, maybeTime(row, "sent_at") },
        { u"answeredAt"_s, maybeTime(row, "answered_at") },
        { u"status"_s, maybeNumber(row, "status") },
        { u"outcome"_s, maybeText(row, "outcome") },
        { u"settledBy"_s, maybeText(row, "settled_by") },
        { u"settledAt"_s, maybeTime(row, "settled_at") },
        { u"attempt"_s, row.number("attempt") },
        { u"instance"_s, row.text("instance") },
    };
}

} // namespace

std::vector<QJsonObject> membersOf(Connection& connection, BatchId batch)
{
    std::vector<QJsonObject> members;
    connection.run(sql::operations::members_of_batch, { { "batch", batch.value() } },
                   [&](const Row& row) { members.push_back(memberFrom(row)); });
    return members;
}

std::vector<QJsonObject> phasesOf(Connection& connection, BatchId batch)
{
    auto rows = connection.select<PhaseRow>(sql::operations::phases_of_batch, { { "batch", batch.value() } });
    std::vector<QJsonObject> phases;
    for (size_t i = 0; i < rows.size(); ++i) {
        // The last one goes on, or is the end.
        QJsonValue lasted;
        if (i + 1 < rows.size())
            lasted = qint64(std::chrono::duration_cast<std::chrono::milliseconds>(rows[i + 1].at - rows[i].at).count());
        rows[i].json.insert(u"lastedMs"_s, lasted);
        phases.push_back(rows[i].json);
    }
    return phases;
}

std::vector<QJsonObject> callsOf(Connection& connection, BatchId batch)
{
    std::vector<QJsonObject> calls;
    connection.run(sql::operations::calls_of_batch, { { "batch", QString::number(batch.value()) } },
                   [&](const Row& row) { calls.push_back(callFrom(row)); });
    return calls;
}

} // namespace slipway::operations
