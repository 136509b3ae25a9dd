// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/engine.h"

#include "service/batching/round.h"
#include "service/configuration/hotconfig.h"
#include "service/reconciliation/sweeper.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"
#include "sql/engine.h"

#include <QLoggingCategory>

namespace slipway::engine {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcEngine, "slipway.engine")

struct Due {
    Task task;
    QString readAt;

    static Due read(const database::Row &row)
    {
        Due due;
        due.task = { .id = row.number("id"),
                     .kind = row.text("kind"),
                     .reference = row.text("ref"),
                     .payload = row.json("payload"),
                     .leaseToken = row.number("lease_token"),
                     .attempt = int(row.number("attempt")),
                     .reads = int(row.number("read_count")) };
        due.readAt = row.text("read_at");
        return due;
    }
};

} // namespace

Engine::Engine(Services &services)
    : m_services(services)
{
    m_workers.setExpiryTimeout(-1); // A worker keeps its database connection and its HTTP client.
}

Engine::~Engine() { stop(std::chrono::seconds(10)); }

void Engine::start()
{
    const auto config = m_services.config;
    m_workers.setMaxThreadCount(int(config->number(key("engine.workers"))));
    const auto add = [&](const char *name, KeyId interval, void (Engine::*round)(), std::chrono::milliseconds limit) {
        m_loops.push_back(std::make_unique<Loop>(Loop::Plan { QString::fromLatin1(name),
                                                              [config, interval] { return config->duration(interval); },
                                                              [this, round] { (this->*round)(); }, limit },
                                                 *m_services.clock));
        return m_loops.back().get();
    };
    using namespace std::chrono_literals;
    m_dispatchLoop = add("tasks", key("engine.tickMs"), &Engine::dispatch, 30s);
    m_roundLoop = add("rounds", key("poll.round.shortMs"), &Engine::runRounds, 60s);
    add("leases", key("engine.tickMs"), &Engine::renewLeases, 60s);
    add("sweeper", key("engine.sweepMs"), &Engine::sweep, 300s);
    for (const auto &loop : m_loops)
        loop->start();
}

void Engine::stop(std::chrono::milliseconds deadline)
{
    if (m_stopping.exchange(true) || m_loops.empty())
        return; // Stopped before, or never started: nothing is leased.
    for (const auto &loop : m_loops) {
        if (loop->tick().name != "leases"_L1)
            loop->stop();
    }
    if (!m_workers.waitForDone(int(deadline.count())))
        qCWarning(lcEngine, "steps still run at the end of the drain; another instance takes them over when their lease ends");
    m_loops.clear();
    try {
        database::Connection::forThisThread(*m_services.database)
            .write(sql::engine::release_instance, { { "owner", m_services.instance.value() } });
    } catch (const std::exception &error) {
        qCInfo(lcEngine, "leases run out by themselves: %s", error.what());
    }
}

void Engine::ring()
{
    if (m_dispatchLoop)
        m_dispatchLoop->ring();
}

QList<LoopTick> Engine::ticks() const
{
    QList<LoopTick> ticks;
    for (const auto &loop : m_loops)
        ticks.append(loop->tick());
    return ticks;
}

void Engine::dispatch()
{
    int idle = 0;
    {
        const std::lock_guard guard(m_lock);
        idle = m_workers.maxThreadCount() - int(m_running.size());
    }
    if (idle <= 0)
        return; // Whoever ends rings.
    auto &connection = database::Connection::forThisThread(*m_services.database);
    for (Due &due : connection.select<Due>(sql::engine::due_tasks, { { "limit", idle } })) {
        if (!take(due.task))
            continue; // Another instance was faster.
        m_workers.start([this, due] {
            TaskRunner(m_services, database::Connection::forThisThread(*m_services.database)).run(due.task, due.readAt);
            {
                const std::lock_guard guard(m_lock);
                m_running.remove(due.task.id);
            }
            if (!m_stopping)
                ring();
        });
    }
}

bool Engine::take(Task &task)
{
    auto &connection = database::Connection::forThisThread(*m_services.database);
    const auto lease = m_services.config->duration(key("engine.leaseMs"));
    const int taken = connection.write(sql::engine::take_lease,
                                       { { "owner", m_services.instance.value() },
                                         { "lease_us", workflow::microseconds(lease) },
                                         { "task", task.id },
                                         { "token", task.leaseToken } });
    if (taken != 1)
        return false;
    ++task.leaseToken;
    const std::lock_guard guard(m_lock);
    m_running.insert(task.id, task.leaseToken);
    return true;
}

void Engine::renewLeases()
{
    QVariantList tasks;
    {
        const std::lock_guard guard(m_lock);
        for (const qint64 id : m_running.keys())
            tasks.append(id);
    }
    if (tasks.isEmpty())
        return;
    // Only what is still ours: a lease that ran out stays lost, its step will notice at its next write.
    database::Connection::forThisThread(*m_services.database)
        .write(sql::engine::prolong_leases,
               { { "lease_us", workflow::microseconds(m_services.config->duration(key("engine.leaseMs"))) },
                 { "owner", m_services.instance.value() },
                 { "tasks", tasks } });
}

void Engine::runRounds()
{
    if (m_services.draining())
        return;
    for (const auto &round : batching::runRounds(m_services, database::Connection::forThisThread(*m_services.database))) {
        if (round.answer.kind == RoundAnswer::Kind::Claimed)
            qCInfo(lcEngine, "batch %lld claims %d requests of %s", static_cast<long long>(round.answer.batch->value()),
                   round.answer.members, qPrintable(round.partition.value()));
    }
}

void Engine::sweep() { reconciliation::Sweeper(m_services, database::Connection::forThisThread(*m_services.database)).sweep(); }

} // namespace slipway::engine
