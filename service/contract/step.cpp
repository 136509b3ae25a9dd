// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/step.h"

#include "service/workflow/text.h"
#include "sql/engine.h"

namespace slipway {

StepContext::StepContext(Services &services, database::Connection &connection, const Task &task)
    : m_services(services)
    , m_connection(connection)
    , m_task(task)
    , m_progress(services.instance)
{
}

bool StepContext::advance(const char *name, const workflow::BatchAdvance &step)
{
    workflow::BatchRow moved;
    const bool done = write(name, [&](database::Transaction &transaction) {
        moved = m_batch; // The body may run again: each run starts from what was read.
        return m_progress.advance(transaction, moved, step);
    });
    if (done)
        m_batch = moved;
    return done;
}

Next StepContext::advanceThen(const char *name, const workflow::BatchAdvance &step, Next then)
{
    return advance(name, step) ? std::move(then) : Next::again();
}

Next StepContext::beginSettling(workflow::BatchFailure failure, const QString &evidence)
{
    return advanceThen("batch.settling",
                       { .to = { .status = workflow::BatchStatus::Running,
                                 .phase = workflow::Phase::Settling,
                                 .failureCode = workflow::text(rowOf(failure).code),
                                 .message = evidence },
                         .event = std::nullopt,
                         .because = { workflow::Cause::Engine, {}, evidence } });
}

void StepContext::renewLease(database::Transaction &transaction) const
{
    const int mine = transaction.affect(sql::engine::renew_lease, { { "task", m_task.id }, { "token", m_task.leaseToken } });
    if (mine != 1)
        throw LeaseLost();
}

} // namespace slipway
