// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace slipway::httpserver {

/// A fixed number of threads that live as long as the pool, so that what a thread keeps for itself (a database
/// connection) is made once; and a queue with an end, so that overload becomes an answer instead of latency. It knows
/// no priorities and steals no work.
class WorkerPool {
public:
    /// \a threads at least 1; at most \a queued jobs wait beyond those that run.
    WorkerPool(int threads, int queued);
    /// Same as stop().
    ~WorkerPool();
    WorkerPool(const WorkerPool &) = delete;
    WorkerPool &operator=(const WorkerPool &) = delete;

    /// Thread-safe. False when the queue is full or the pool stops: the job was not taken and will not run. A job
    /// answers for its own exceptions; one that escapes ends that job only.
    [[nodiscard]] bool tryStart(std::function<void()> job);

    /// Jobs that wait for a thread. Thread-safe.
    int queuedJobs() const;

    /// Takes no further job, runs those it has, and returns when the threads have ended. Not from one of its own
    /// threads.
    void stop();

private:
    void work();

    const size_t m_mostQueued;
    mutable std::mutex m_lock;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_jobs; ///< Under m_lock.
    size_t m_idle; ///< Under m_lock: threads without a job, those that are just starting included.
    bool m_stopping = false; ///< Under m_lock.
    std::vector<std::thread> m_threads;
};

} // namespace slipway::httpserver
