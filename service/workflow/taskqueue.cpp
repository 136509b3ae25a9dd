// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/taskqueue.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {

void TaskQueue::enqueue(database::Transaction &transaction, TaskKind kind, const QString &reference,
                        std::chrono::milliseconds delay)
{
    const database::Bindings task { { "kind", text(nameOf(kind)) }, { "ref", reference }, { "delay_us", microseconds(delay) } };
    database::Bindings fresh = task;
    fresh.add("payload", QString());
    if (!transaction.tryInsert("uk_task", sql::workflow::insert_task, fresh))
        transaction.affect(sql::workflow::hasten_task, task);
}

} // namespace slipway::workflow
