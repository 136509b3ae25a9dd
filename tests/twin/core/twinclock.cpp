// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/twinclock.h"

#include "tests/twin/store/store.h"

#include <algorithm>
#include <vector>

namespace slipway::twin {

using namespace Qt::StringLiterals;

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
    ++m_revision;
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
    ++m_revision;
}

void TwinClock::reset()
{
    m_manual = false;
    m_offset = std::chrono::microseconds(0);
    ++m_revision;
    const auto waiters = std::exchange(m_waiters, {});
    for (const auto &[due, waiter] : waiters) {
        *waiter.cancelled = true;
        waiter.handle.resume();
    }
    rearm();
}

void TwinClock::keepIn(Store &store)
{
    const auto write = [this] {
        return QJsonObject { { u"manual"_s, m_manual },
                             { u"offset_us"_s, qint64(m_offset.count()) },
                             { u"frozen"_s, toIso(m_frozen) } };
    };
    store.addSource({ u"clock"_s, [write](const Store::Source::Visitor &visitor) { visitor(1, write()); },
                      [this](qint64, const QJsonObject &row, References &) {
                          m_manual = row[u"manual"_s].toBool();
                          m_offset = std::chrono::microseconds(row[u"offset_us"_s].toInteger());
                          m_frozen = fromIso(row[u"frozen"_s].toString()).value_or(Instant());
                      } });
    store.beforeCommit([this, &store, write, seen = quint64(0)]() mutable {
        if (std::exchange(seen, m_revision) != m_revision)
            store.changed(u"clock"_s, 1, write);
    });
}

void TwinClock::enqueue(Instant due, std::coroutine_handle<> handle, bool *cancelled)
{
    m_waiters.emplace(due, Waiter { handle, cancelled });
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
