// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/engine/loop.h"
#include "service/engine/taskrunner.h"
#include "service/operations/retention.h"

#include <QHash>
#include <QThreadPool>

#include <memory>
#include <vector>

namespace slipway::operations {
class HookWatch;
class TokenCare;
}

namespace slipway::engine {

/// Drives what is in flight. One loop finds due tasks and leases as many as there are idle workers; a bounded pool runs them, each worker
/// with its own database connection, and no kind of work gets all of them; further loops run rounds, the sweeper and the renewal of leases on threads of their own, so that
/// a forge that hangs holds up nothing but its own tasks. Waiting is a row's due_at, never a sleeping thread.
class Engine {
public:
    explicit Engine(Services &services);
    ~Engine();

    void start();
    /// Ends when the running steps have ended (or at the deadline); everything else waits in the database.
    void stop(std::chrono::milliseconds deadline);
    /// Something is due now. Thread-safe, never blocks.
    void ring();
    QList<LoopTick> ticks() const;

private:
    struct Lanes {
        int batches = 0;
        int others = 0;
    };
    Lanes freeWorkers() const;
    void dispatch();
    bool take(Task &task);
    void start(const Task &task, const QString &readAt);
    void tendLeases();
    void renewLeases();
    void handBackStrays();
    void runRounds();
    void sweep();
    void tendTokens();
    void audit();
    void purge();

    Services &m_services;
    QThreadPool m_workers;
    mutable std::mutex m_lock;
    QHash<qint64, bool> m_running; ///< Task id to whether it drives a batch.
    QHash<qint64, qint64> m_strays; ///< Task id to lease token: nobody works on it, but the database was not there to be told.
    std::vector<std::unique_ptr<Loop>> m_loops;
    Loop *m_dispatchLoop = nullptr;
    Loop *m_roundLoop = nullptr;
    std::unique_ptr<operations::TokenCare> m_tokenCare; ///< Only its loop touches it.
    std::unique_ptr<operations::HookWatch> m_hookWatch; ///< Only the auditor's loop touches it.
    std::chrono::steady_clock::time_point m_lastAudit {}; ///< Only the auditor's loop touches it.
    operations::Retention m_retention; ///< Only the retention's loop touches these two.
    std::chrono::steady_clock::time_point m_lastPurge {};
    std::atomic_bool m_stopping { false };
};

} // namespace slipway::engine
