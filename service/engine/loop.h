// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/liveness.h"
#include "shared/clock.h"

#include <QThread>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace slipway::engine {

/// A named thread that does one thing again and again: at intervals, or when it is rung for. An error ends the round, never the loop.
/// Liveness is the age of the last round that ended well, or ended because something outside is away: that is told by readiness, and
/// no restart of this process would bring it back. A round that hangs or meets a defect makes the loop old. Stopping waits for the
/// present round.
class Loop {
public:
    struct Plan {
        QString name;
        std::function<std::chrono::milliseconds()> interval; ///< Asked after each round.
        std::function<void()> round; ///< Runs on the loop's own thread, always the same one.
        std::chrono::milliseconds limit { 60000 }; ///< Without a good round for this long, the loop is dead.
        std::chrono::milliseconds spread {
            0
        }; ///< The first round comes within this: instances that start together shall not ask together.
    };
    Loop(Plan plan, const Clock &clock);
    ~Loop();

    void start();
    /// The next round begins now, or right after the present one. Thread-safe, never blocks for long.
    void ring();
    /// No further round; waits for the present one.
    void stop();
    LoopTick tick() const;

private:
    void run();
    /// What went wrong, empty for nothing.
    QString runRound();
    bool waitForNext(std::chrono::milliseconds atMost);

    Plan m_plan;
    const Clock &m_clock;
    std::unique_ptr<QThread> m_thread;
    std::mutex m_lock;
    std::condition_variable m_wake;
    bool m_rung = false;
    bool m_stopping = false;
    std::atomic<std::chrono::steady_clock::time_point> m_lastGood;
};

} // namespace slipway::engine
