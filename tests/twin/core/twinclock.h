// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/core/task.h"

#include <QObject>
#include <QTimer>

#include <map>

namespace slipway::twin {

class Store;

/// The one time of the twin. Real by default; in manual mode it stands still until advance() moves it. Every delay of
/// the twin waits here, so that moving the clock moves everything. Main thread only.
class TwinClock : public QObject {
    Q_OBJECT
public:
    explicit TwinClock(QObject *parent = nullptr);

    Instant now() const;
    bool isManual() const { return m_manual; }
    /// Going manual freezes the present time; going real lets it run on from there.
    void setManual(bool manual);
    /// Manual mode only: moves step by step through everything that falls due, in its order.
    void advance(std::chrono::milliseconds by);
    /// Real time again, without an offset; everyone who waits gets Cancelled.
    void reset();
    /// Keeps mode and time over a restart: a manual clock stands where it stood, a real one runs on with its offset.
    void keepIn(Store &store);

    class Sleep {
    public:
        Sleep(TwinClock &clock, Instant until)
            : m_clock(clock)
            , m_until(until)
        {
        }
        bool await_ready() const noexcept { return m_until <= m_clock.now(); }
        void await_suspend(std::coroutine_handle<> waiter) { m_clock.enqueue(m_until, waiter, &m_cancelled); }
        void await_resume() const
        {
            if (m_cancelled)
                throw Cancelled {};
        }

    private:
        TwinClock &m_clock;
        Instant m_until;
        bool m_cancelled = false;
    };

    /// `co_await clock.sleep(…)`; nothing to wait for when the length is not positive.
    Sleep sleep(std::chrono::milliseconds length) { return Sleep(*this, now() + length); }
    Sleep sleepUntil(Instant due) { return Sleep(*this, due); }

private:
    struct Waiter {
        std::coroutine_handle<> handle;
        bool *cancelled;
    };

    void enqueue(Instant due, std::coroutine_handle<> handle, bool *cancelled);
    void resumeDue();
    void rearm();

    QTimer m_timer;
    std::multimap<Instant, Waiter> m_waiters;
    std::chrono::microseconds m_offset { 0 };
    Instant m_frozen {};
    bool m_manual = false;
    quint64 m_revision = 1; ///< Grows with each change of mode or frozen time.
};

} // namespace slipway::twin
