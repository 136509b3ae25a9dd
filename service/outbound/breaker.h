// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/clock.h"

#include <QtGlobal>

#include <mutex>
#include <optional>

namespace slipway::outbound {

/// Keeps away from a dependency that fails, and lets one caller at a time try whether it is back. Closed: everybody
/// passes. Open: nobody does until a wait has passed, doubled with each failed try. Half-open: one probe is under way.
/// Thread-safe; waits for nothing. Results of calls that began before the state last changed are ignored: they are old
/// news.
class Breaker {
public:
    enum class State : quint8 { Closed, Open, HalfOpen };

    struct Settings {
        int failuresToOpen = 5; ///< In a row.
        std::chrono::milliseconds openFor { 5000 };
        std::chrono::milliseconds openForAtMost { 60000 };
    };

    struct Admission {
        bool allowed = false;
        quint64 generation = 0; ///< To be handed back with the result.
        std::chrono::milliseconds wait { 0 }; ///< When not allowed: how long until it is worth asking again.
    };

    struct Snapshot {
        State state = State::Closed;
        Instant since; ///< Of the state.
        std::optional<Instant> nextTry; ///< When open.
        int failures = 0; ///< In a row.
    };

    Breaker(Settings settings, const Clock &clock);

    /// Whoever is allowed must report exactly one of the three results.
    Admission admit();
    void succeeded(quint64 generation);
    void failed(quint64 generation);
    /// Neither: the call was not made, or its result says nothing about the dependency.
    void abandoned(quint64 generation);

    Snapshot snapshot() const;

private:
    void enter(State state);

    const Settings m_settings;
    const Clock &m_clock;
    mutable std::mutex m_lock;
    State m_state = State::Closed;
    Instant m_since;
    quint64 m_generation = 1;
    int m_failures = 0;
    std::chrono::milliseconds m_openFor;
    std::chrono::steady_clock::time_point m_openUntil;
    bool m_probing = false;
};

} // namespace slipway::outbound
