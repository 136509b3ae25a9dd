// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <coroutine>
#include <deque>
#include <utility>

namespace slipway::twin {

/// Keeps two coroutines from being in the same section at once, in the order in which they came. Main thread only.
class AsyncLock {
public:
    class Guard {
    public:
        explicit Guard(AsyncLock *lock)
            : m_lock(lock)
        {
        }
        Guard(Guard &&other) noexcept
            : m_lock(std::exchange(other.m_lock, nullptr))
        {
        }
        Guard &operator=(Guard &&) = delete;
        Guard(const Guard &) = delete;
        Guard &operator=(const Guard &) = delete;
        ~Guard()
        {
            if (m_lock)
                m_lock->release();
        }

    private:
        AsyncLock *m_lock;
    };

    class Acquire {
    public:
        explicit Acquire(AsyncLock &lock)
            : m_lock(lock)
        {
        }
        bool await_ready() noexcept
        {
            if (m_lock.m_taken)
                return false;
            m_lock.m_taken = true;
            return true;
        }
        void await_suspend(std::coroutine_handle<> waiter) { m_lock.m_waiters.push_back(waiter); }
        [[nodiscard]] Guard await_resume() const noexcept { return Guard(&m_lock); }

    private:
        AsyncLock &m_lock;
    };

    /// `const auto guard = co_await lock.acquire();`
    Acquire acquire() { return Acquire(*this); }

private:
    void release()
    {
        if (m_waiters.empty()) {
            m_taken = false;
            return;
        }
        // The lock passes to the next one without becoming free in between.
        const std::coroutine_handle<> next = m_waiters.front();
        m_waiters.pop_front();
        next.resume();
    }

    std::deque<std::coroutine_handle<>> m_waiters;
    bool m_taken = false;
};

} // namespace slipway::twin
