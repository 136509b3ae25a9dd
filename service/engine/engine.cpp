// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/engine.h"

#include "service/batching/round.h"
#include "service/configuration/hotconfig.h"
#include "service/operations/actionrun.h"
#include "service/operations/auditor.h"
#include "service/operations/hookwatch.h"
#include "service/operations/latemerges.h"
#include "service/operations/tokencare.h"
#include "service/reconciliation/sweeper.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"
#include "sql/engine.h"

#include <QLoggingCategory>

#include <algorithm>

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

/// Workers no kind of task may take: a forge that hangs under every batch must not keep forms from being sent, and thousands of forms
/// must not hold up a batch.
constexpr int keptBack = 2;

/// Within so long all loops have begun, each instance's at another moment.
constexpr std::chrono::milliseconds mostSpread { 1000 };

bool isBatch(const Task &task) { return task.kind == workflow::text(nameOf(workflow::TaskKind::AdvanceBatch)); }

} // namespace

Engine::Engine(Services &services)
    : m_services(services)
    , m_tokenCare(std::make_unique<operations::TokenCare>(services))
    , m_hookWatch(std::make_unique<operations::HookWatch>(services))
{
    m_workers.setExpiryTimeout(-1); // A worker keeps its database connection and its HTTP client.
}

Engine::~Engine() { stop(std::chrono::seconds(10)); }

void Engine::start()
{
    const auto config = m_services.config;
    m_workers.setMaxThreadCount(int(config->number(key("engine.workers"))));
    const auto add = [&](const char *name, KeyId interval, void (Engine::*round)(), std::chrono::milliseconds limit) {
        m_loops.push_back(std::make_unique<Loop>(
            Loop::Plan { QString::fromLatin1(name), [config, interval] { return config->duration(interval); },
                         [this, round] { (this->*round)(); }, limit, std::min(config->duration(interval), mostSpread) },
            *m_services.clock));
        return m_loops.back().get();
    };
    using namespace std::chrono_literals;
    // Longer than a database that hangs can hold a round up: that is the database's death, not the loop's.
    m_dispatchLoop = add("tasks", key("engine.tickMs"), &Engine::dispatch, 60s);
    m_roundLoop = add("rounds", key("poll.round.shortMs"), &Engine::runRounds, 60s);
    add("leases", key("engine.tickMs"), &Engine::tendLeases, 60s);
    add("sweeper", key("engine.sweepMs"), &Engine::sweep, 300s);
    add("tokens", key("engine.sweepMs"), &Engine::tendTokens, 300s);
    // Their intervals may be long; the loops look often whether they are over, so that they can be told dead from resting.
    const auto addRare = [&](const QString &name, KeyId interval, void (Engine::*round)()) {
        m_loops.push_back(std::make_unique<Loop>(
            Loop::Plan { name,
                         [config, interval] { return std::min(config->duration(interval), std::chrono::milliseconds(60s)); },
                         [this, round] { (this->*round)(); }, 600s, std::min(config->duration(interval), mostSpread) },
            *m_services.clock));
    };
    addRare(u"auditor"_s, key("audit.intervalMs"), &Engine::audit);
    addRare(u"retention"_s, key("retention.intervalMs"), &Engine::purge);
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
    for (const auto &loop : m_loops)
        loop->stop(); // They stay: whoever asks for their ticks may still do so.
    if (!m_services.databaseHealth().answers) {
        qCInfo(lcEngine, "the database does not answer; leases run out by themselves");
        return;
    }
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

Engine::Lanes Engine::freeWorkers() const
{
    const int workers = m_workers.maxThreadCount();
    const int most = std::max(1, workers - keptBack);
    const std::lock_guard guard(m_lock);
    const int idle = workers - int(m_running.size());
    const int batches = int(std::ranges::count(m_running, true));
    const int others = int(m_running.size()) - batches;
    return { std::clamp(most - batches, 0, idle), std::clamp(most - others, 0, idle) };
}

void Engine::dispatch()
{
    const Lanes open = freeWorkers();
    if (open.batches + open.others <= 0)
        return; // Whoever ends rings.
    auto &connection = database::Connection::forThisThread(*m_services.database);
    for (Due &due :
         connection.select<Due>(sql::engine::due_tasks, { { "batches", open.batches }, { "others", open.others } })) {
        const Lanes still = freeWorkers();
        if (isBatch(due.task) ? still.batches == 0 : still.others == 0)
            continue; // Taken by the other kind of this very look.
        if (take(due.task))
            start(due.task, due.readAt); // Otherwise another instance was faster.
    }
}

void Engine::start(const Task &task, const QString &readAt)
{
    m_workers.start([this, task, readAt] {
        const bool stored = TaskRunner(m_services, database::Connection::forThisThread(*m_services.database)).run(task, readAt);
        {
            const std::lock_guard guard(m_lock);
            m_running.remove(task.id);
            if (!stored)
                m_strays.insert(task.id, task.leaseToken);
        }
        if (!m_stopping)
            ring();
    });
}

bool Engine::take(Task &task)
{
    auto &connection = database::Connection::forThisThread(*m_services.database);
    const auto lease = m_services.config->duration(key("engine.leaseMs"));
    const database::Bindings wish { { "owner", m_services.instance.value() },
                                    { "lease_us", workflow::microseconds(lease) },
                                    { "task", task.id },
                                    { "token", task.leaseToken } };
    ++task.leaseToken;
    try {
        if (connection.write(sql::engine::take_lease, wish) != 1)
            return false;
    } catch (const database::DatabaseError &) {
        // Taken or not, nobody works on it.
        const std::lock_guard guard(m_lock);
        m_strays.insert(task.id, task.leaseToken);
        throw;
    }
    const std::lock_guard guard(m_lock);
    m_running.insert(task.id, isBatch(task));
    return true;
}

void Engine::tendLeases()
{
    renewLeases();
    handBackStrays();
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

void Engine::handBackStrays()
{
    QHash<qint64, qint64> strays;
    {
        const std::lock_guard guard(m_lock);
        strays = m_strays;
    }
    auto &connection = database::Connection::forThisThread(*m_services.database);
    for (auto stray = strays.cbegin(); stray != strays.cend(); ++stray) {
        connection.write(sql::engine::hand_back,
                         { { "task", stray.key() }, { "token", stray.value() }, { "owner", m_services.instance.value() } });
        const std::lock_guard guard(m_lock);
        // It may have been leased anew and have strayed again since.
        if (m_strays.value(stray.key()) == stray.value())
            m_strays.remove(stray.key());
    }
    if (!strays.isEmpty())
        ring();
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

void Engine::audit()
{
    const auto now = m_services.clock->steady();
    auto &connection = database::Connection::forThisThread(*m_services.database);
    operations::expireActions(m_services, connection);
    m_hookWatch->look(connection);
    if (now - m_lastAudit < m_services.config->duration(key("audit.intervalMs")))
        return;
    m_lastAudit = now;
    operations::Auditor(m_services, connection).audit();
    operations::LateMerges(m_services, connection).look();
}

void Engine::tendTokens()
{
    const auto interval = m_services.config->duration(key("engine.sweepMs"));
    m_tokenCare->look(database::Connection::forThisThread(*m_services.database),
                      std::max(3 * interval, std::chrono::milliseconds(2000)));
}

void Engine::purge()
{
    const auto now = m_services.clock->steady();
    if (now - m_lastPurge < m_services.config->duration(key("retention.intervalMs")))
        return;
    const bool more = m_retention.purge(m_services, database::Connection::forThisThread(*m_services.database));
    if (!more) // Otherwise the next look goes on with what is left.
        m_lastPurge = now;
}

void Engine::sweep() { reconciliation::Sweeper(m_services, database::Connection::forThisThread(*m_services.database)).sweep(); }

} // namespace slipway::engine
