// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace slipway::http {

/// Keeps those who wait for an operation to change, without a worker and with one question for all of them per tick.
/// Its own thread, so that a slow database delays nobody else. When the question fails, they simply wait on, at the
/// latest until their time is over.
class LongPoll {
public:
    /// The present version of each of those operations that exists. Called in the long poll's own thread; may throw.
    using Lookup = std::function<QHash<QString, qint64>(const QStringList &operations)>;
    using Clock = std::chrono::steady_clock;

    struct Waiter {
        QString operation;
        qint64 afterVersion = 0;
        Clock::time_point until;
        std::function<bool()> isGone; ///< The client left: it is forgotten without a call.
        std::function<void(bool changed)> wake; ///< Called once, in the long poll's thread; must return at once and not throw.
    };

    LongPoll(Lookup lookup, std::function<std::chrono::milliseconds()> tick, size_t mostWaiters = 2000);
    /// Same as stop().
    ~LongPoll();

    /// Thread-safe. False when too many wait already or it has been stopped; then nothing was kept.
    [[nodiscard]] bool park(Waiter waiter);
    size_t waiting() const;
    /// Wakes everybody as unchanged and ends the thread. Not from its own thread.
    void stop();

private:
    void watch();
    QHash<QString, qint64> ask(const QStringList &operations);
    QStringList operationsWaitedFor() const;
    std::vector<std::pair<Waiter, bool>> takeDue(const QHash<QString, qint64> &versions);

    const Lookup m_lookup;
    const std::function<std::chrono::milliseconds()> m_tick;
    const size_t m_mostWaiters;
    mutable std::mutex m_lock;
    std::condition_variable m_changed;
    std::vector<Waiter> m_waiters; ///< Under m_lock.
    bool m_stopping = false; ///< Under m_lock.
    bool m_lastAskFailed = false; ///< Own thread only.
    std::thread m_thread;
};

} // namespace slipway::http
