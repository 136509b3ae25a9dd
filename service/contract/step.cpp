// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/step.h"

#include "sql/engine.h"

namespace slipway {

StepContext::StepContext(Services &services, database::Connection &connection, const Task &task)
    : m_services(services)
    , m_connection(connection)
    , m_task(task)
{
}

void StepContext::renewLease(database::Transaction &transaction) const
{
    const int mine = transaction.affect(sql::engine::renew_lease, { { "task", m_task.id }, { "token", m_task.leaseToken } });
    if (mine != 1)
        throw LeaseLost();
}

} // namespace slipway
