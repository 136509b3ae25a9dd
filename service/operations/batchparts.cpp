// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/operationsstore.h"
#include "service/workflow/text.h"
#include "sql/operations.h"

namespace slipway::operations {
namespace {

using database::Connection;
using database::Row;

QString statusName(qint64 number) { return workflow::text(workflow::nameOf(workflow::BatchStatus(number))); }

protocol::BatchMember memberFrom(const Row &row)
{
    return { .operation = row.id<OperationId>("operation_id"),
             .subject = row.id<SubjectId>("subject_id"),
             .target = row.id<TargetKey>("target_key"),
             .kind = row.text("kind"),
             .requester = row.text("requester"),
             .outcome = row.text("outcome"),
             .outcomeAt = row.maybeInstant("at"),
             .bindingStatus = row.text("binding_status"),
             .step = protocol::StepView::numbered(row.number("step_status")),
             .version = row.number("version"),
             .failureCode = row.maybeText("failure_code"),
             .isWithdrawRequested = row.flag("withdraw_requested") };
}

protocol::BatchPhase phaseFrom(const Row &row)
{
    protocol::BatchPhase phase { .at = row.instant("at"),
                                 .version = row.number("version"),
                                 .fromStatus = std::nullopt,
                                 .toStatus = statusName(row.number("to_status")),
                                 .fromPhase = row.maybeText("from_phase"),
                                 .toPhase = row.text("to_phase"),
                                 .cause = row.text("cause"),
                                 .actor = row.text("actor"),
                                 .detail = row.maybeText("detail"),
                                 .instance = row.id<InstanceId>("instance"),
                                 .lastedMs = std::nullopt };
    if (const auto from = row.maybeNumber("from_status"))
        phase.fromStatus = statusName(*from);
    return phase;
}

protocol::RemoteCall callFrom(const Row &row)
{
    return { .id = row.number("id"),
             .operation = row.text("operation"),
             .request = row.maybeText("request_summary"),
             .sentAt = row.maybeInstant("sent_at"),
             .answeredAt = row.maybeInstant("answered_at"),
             .status = row.maybeNumber("status"),
             .outcome = row.maybeText("outcome"),
             .settledBy = row.maybeText("settled_by"),
             .settledAt = row.maybeInstant("settled_at"),
             .attempt = row.number("attempt"),
             .instance = row.id<InstanceId>("instance") };
}

} // namespace

std::vector<protocol::BatchMember> membersOf(Connection &connection, BatchId batch)
{
    std::vector<protocol::BatchMember> members;
    connection.run(sql::operations::members_of_batch, { { "batch", batch.value() } },
                   [&](const Row &row) { members.push_back(memberFrom(row)); });
    return members;
}

std::vector<protocol::BatchPhase> phasesOf(Connection &connection, BatchId batch)
{
    std::vector<protocol::BatchPhase> phases;
    connection.run(sql::operations::phases_of_batch, { { "batch", batch.value() } },
                   [&](const Row &row) { phases.push_back(phaseFrom(row)); });
    // The last one goes on, or is the end.
    for (size_t i = 1; i < phases.size(); ++i) {
        phases[i - 1].lastedMs = std::chrono::duration_cast<std::chrono::milliseconds>(phases[i].at - phases[i - 1].at).count();
    }
    return phases;
}

std::vector<protocol::RemoteCall> callsOf(Connection &connection, BatchId batch)
{
    std::vector<protocol::RemoteCall> calls;
    connection.run(sql::operations::calls_of_batch, { { "batch", QString::number(batch.value()) } },
                   [&](const Row &row) { calls.push_back(callFrom(row)); });
    return calls;
}

} // namespace slipway::operations
