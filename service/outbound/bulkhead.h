// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QSemaphore>

#include <chrono>

namespace slipway::outbound {

/// Bounds how many calls are under way to one dependency, so that a slow one cannot take all worker threads.
/// Thread-safe.
class Bulkhead {
public:
    explicit Bulkhead(int places)
        : m_places(places)
    {
    }

    /// Waits at most \a patience for a place. Whoever got one must leave().
    bool enter(std::chrono::milliseconds patience) { return m_places.tryAcquire(1, int(patience.count())); }
    void leave() { m_places.release(); }
    int freePlaces() const { return m_places.available(); }

private:
    QSemaphore m_places;
};

} // namespace slipway::outbound
