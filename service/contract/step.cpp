// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/step.h"

#include "sql/engine.h"

namespace slipway {

using database::Transaction;

StepContext::StepContext(Services &services, database::Connection &connection, const Task &task)
    : m_services(services)
    , m_connection(connection)
    , m_task(task)
    , m_progress(services.instance)
{
}

workflow::BatchLanding &StepContext::batchLanding() const
{
    auto *batch = dynamic_cast<workflow::BatchLanding *>(m_landing.get());
    if (!batch)
        throw Error(Code::InternalError, QStringLiteral("a step for batches runs on %1").arg(m_task.reference));
    return *batch;
}

bool StepContext::writeLanding(const char *name, const std::function<bool(Transaction &)> &body)
{
    const bool done = write(name, [&](Transaction &transaction) {
        m_landing->rewind();
        return body(transaction);
    });
    if (done)
        m_landing->keep();
    else
        m_landing->rewind();
    return done;
}

bool StepContext::advance(const char *name, const workflow::LandingMove &move)
{
    return writeLanding(name, [&](Transaction &transaction) { return m_landing->move(transaction, move); });
}

Next StepContext::advanceThen(const char *name, const workflow::LandingMove &move, Next then)
{
    return advance(name, move) ? std::move(then) : Next::again();
}

bool StepContext::advanceBatch(const char *name, const workflow::BatchAdvance &step)
{
    return writeLanding(name, [&](Transaction &transaction) { return batchLanding().advance(transaction, step); });
}

bool StepContext::release(const char *name, const std::vector<workflow::Leaving> &leaving)
{
    return writeLanding(name, [&](Transaction &transaction) { return batchLanding().release(transaction, leaving); });
}

Next StepContext::fail(workflow::LandingFailure failure, const QString &evidence)
{
    // Moved by somebody else meanwhile or not: the next look decides on what stands there now.
    (void)writeLanding("landing.failed",
                       [&](Transaction &transaction) { return m_landing->fail(transaction, failure, evidence); });
    return Next::again();
}

Next StepContext::stop(workflow::StopReason reason, const QString &evidence, std::chrono::milliseconds lookAgain)
{
    const bool done = writeLanding("landing.stopped",
                                   [&](Transaction &transaction) { return m_landing->stop(transaction, reason, evidence); });
    return done ? Next::poll(lookAgain, evidence) : Next::again();
}

void StepContext::renewLease(Transaction &transaction) const
{
    const int mine = transaction.affect(sql::engine::renew_lease, { { "task", m_task.id }, { "token", m_task.leaseToken } });
    if (mine != 1)
        throw LeaseLost();
}

} // namespace slipway
