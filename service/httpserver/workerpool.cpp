// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/workerpool.h"

#include <algorithm>

namespace slipway::httpserver {

WorkerPool::WorkerPool(int threads, int queued)
    : m_mostQueued(size_t(std::max(0, queued)))
    , m_idle(size_t(std::max(1, threads)))
{
    m_threads.reserve(m_idle);
    for (int i = 0; i < std::max(1, threads); ++i)
        m_threads.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::tryStart(std::function<void()> job)
{
    {
        const std::lock_guard guard(m_lock);
        if (m_stopping || m_jobs.size() >= m_mostQueued + m_idle)
            return false;
        m_jobs.push_back(std::move(job));
    }
    m_changed.notify_one();
    return true;
}

int WorkerPool::queuedJobs() const
{
    const std::lock_guard guard(m_lock);
    return int(m_jobs.size());
}

void WorkerPool::stop()
{
    {
        const std::lock_guard guard(m_lock);
        m_stopping = true;
    }
    m_changed.notify_all();
    for (std::thread &thread : m_threads) {
        if (thread.joinable())
            thread.join();
    }
}

void WorkerPool::work()
{
    std::unique_lock guard(m_lock);
    for (;;) {
        m_changed.wait(guard, [this] { return m_stopping || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        --m_idle;
        std::function<void()> job = std::move(m_jobs.front());
        m_jobs.pop_front();
        guard.unlock();
        try {
            job();
        } catch (...) {
            // One failed job must not take the thread, and with it every later job. Whoever waits for an answer gets
            // 500, because the responder dies with the job.
        }
        job = nullptr; // Before the lock: what it holds may do work of its own when it goes.
        guard.lock();
        ++m_idle;
    }
}

} // namespace slipway::httpserver
