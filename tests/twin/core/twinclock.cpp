// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/twinclock.h"

#include <algorithm>
#include <vector>

namespace slipway::twin {

namespace {

Instant machineNow() { return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()); }

} // namespace

TwinClock::TwinClock(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &TwinClock::resumeDue);
}

Instant TwinClock::now() const { return m_manual ? m_frozen : machineNow() + m_offset; }

void TwinClock::setManual(bool manual)
{
    if (manual == m_manual)
        return;
    if (manual)
        m_frozen = now();
    else
        m_offset = m_frozen - machineNow();
    m_manual = manual;
    rearm();
}

void TwinClock::advance(std::chrono::milliseconds by)
{
    const Instant goal = m_frozen + by;
    // Work that is resumed may wait again within the same stretch, so the next stop is looked up each time.
    while (!m_waiters.empty() && m_waiters.begin()->first <= goal) {
        m_frozen = std::max(m_frozen, m_waiters.begin()->first);
        resumeDue();
    }
    m_frozen = goal;
}

void TwinClock::reset()
{
    m_manual = false;
    m_offset = std::chrono::microseconds(0);
    const auto waiters = std::exchange(m_waiters, {});
    for (const auto &[due, waiter] : waiters) {
        *waiter.cancelled = true;
        waiter.handle.resume();
    }
    rearm();
}

void TwinClock::enqueue(std::chrono::milliseconds length, std::coroutine_handle<> handle, bool *cancelled)
{
    m_waiters.emplace(now() + length, Waiter { handle, cancelled });
    rearm();
}

void TwinClock::resumeDue()
{
    std::vector<Waiter> due;
    const auto end = m_waiters.upper_bound(now());
    for (auto it = m_waiters.begin(); it != end; ++it)
        due.push_back(it->second);
    m_waiters.erase(m_waiters.begin(), end);
    for (const Waiter &waiter : due)
        waiter.handle.resume();
    rearm();
}

void TwinClock::rearm()
{
    m_timer.stop();
    if (m_manual || m_waiters.empty())
        return;
    using std::chrono::milliseconds;
    const auto left = std::chrono::ceil<milliseconds>(m_waiters.begin()->first - now());
    // Beyond a day the timer merely looks again: QTimer counts milliseconds in an int.
    m_timer.start(std::clamp(left, milliseconds(0), milliseconds(std::chrono::hours(24))));
}

} // namespace slipway::twin
