// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/taskqueue.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {

using namespace Qt::StringLiterals;

namespace {
constexpr QLatin1StringView operationPrefix("operation:");
constexpr std::chrono::milliseconds cleaningDelay { 2000 };
} // namespace

void TaskQueue::enqueue(database::Transaction &transaction, TaskKind kind, const QString &reference,
                        std::chrono::milliseconds delay)
{
    const database::Bindings task { { "kind", text(nameOf(kind)) }, { "ref", reference }, { "delay_us", microseconds(delay) } };
    database::Bindings fresh = task;
    fresh.add("payload", QString());
    if (!transaction.tryInsert("uk_task", sql::workflow::insert_task, fresh))
        transaction.affect(sql::workflow::hasten_task, task);
}

void TaskQueue::enqueue(database::Packet &packet, TaskKind kind, const QString &reference)
{
    packet.add(sql::workflow::insert_task,
               { { "kind", text(nameOf(kind)) }, { "ref", reference }, { "delay_us", qint64(0) }, { "payload", QString() } });
}

QString TaskQueue::referenceTo(const OperationId &operation) { return operationPrefix + operation.value(); }

std::optional<OperationId> TaskQueue::operationIn(const QString &reference)
{
    if (!reference.startsWith(operationPrefix))
        return std::nullopt;
    return OperationId(reference.mid(operationPrefix.size()));
}

void TaskQueue::cleanBranchOf(database::Transaction &transaction, const QString &landing)
{
    enqueue(transaction, TaskKind::CleanBranch, landing, cleaningDelay);
}

} // namespace slipway::workflow
