// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

namespace slipway {

/// How many tasks are due, as admission wants to know it of each submission: counted now and then, and in between what this instance
/// added itself is added. Counting takes longer the more there is, so it takes a twentieth of the time at most, as long as that is
/// not once a second. Of other instances it may be late by one interval; what it decides, whether new work is refused, is no sharp
/// edge. Thread-safe.
class Backlog {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// \a count asks the database; what it throws is the caller's. While one asks, the others are told the last number.
    template <class Count>
    qint64 asOf(Time now, Count &&count)
    {
        const std::unique_lock guard(m_lock, std::try_to_lock);
        if (!guard || now < m_next)
            return m_counted + m_added;
        const auto began = std::chrono::steady_clock::now();
        const qint64 before = m_added;
        m_counted = count();
        // What was added meanwhile may be in the number already: too high is the lesser harm.
        m_added -= before;
        const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
        m_next = now + std::clamp<std::chrono::nanoseconds>(20 * took, shortest, longest);
        return m_counted + m_added;
    }

    /// One more was stored.
    void grew() { ++m_added; }

private:
    static constexpr std::chrono::milliseconds shortest { 100 }, longest { 1000 };

    std::mutex m_lock;
    Time m_next {}; ///< Under m_lock.
    std::atomic<qint64> m_counted { 0 };
    std::atomic<qint64> m_added { 0 };
};

} // namespace slipway
