// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/outbound/breaker.h"
#include "service/outbound/bulkhead.h"
#include "service/outbound/httpclient.h"
#include "service/outbound/sharedpause.h"

namespace slipway::outbound {

/// Another system as seen by all our threads: how many may call it at once, whether it is worth calling, and until when
/// it asked to be left alone. One object per system, shared by all who call it; outlives them. Thread-safe. It waits
/// only for a place, never for a pause or a breaker: those are told to the caller, who comes back later.
class Dependency {
public:
    struct Settings {
        int concurrentCalls = 16;
        std::chrono::milliseconds patience { 2000 }; ///< For a place.
        Breaker::Settings breaker {};
        SharedPause::Limits pause {};
    };

    struct Health {
        Breaker::Snapshot breaker;
        std::optional<Instant> pausedUntil; ///< As the other side asked.
        QString problem; ///< The last failure, for people; empty after a success.
    };

    /// The right to make one call. Report how it went; if nobody does (an exception), it counts as not made.
    class Pass {
    public:
        Pass() = default;
        Pass(Pass &&other) noexcept
            : Pass()
        {
            swap(other);
        }
        Pass &operator=(Pass &&other) noexcept
        {
            swap(other);
            return *this;
        }
        ~Pass();

        bool isGranted() const { return m_dependency; }
        /// When not granted.
        std::chrono::milliseconds wait() const { return m_wait; }
        const QString &reason() const { return m_reason; }

        void succeeded();
        void failed(const QString &problem);
        /// The system is alive but wants to be left alone.
        void throttled(std::optional<std::chrono::milliseconds> wait);
        /// The rule for HTTP: no answer or 5xx is a failure; 429, and 503 with a time named, is a pause for all.
        void judge(const Answer &answer);

    private:
        friend class Dependency;
        void swap(Pass &other) noexcept;

        Dependency *m_dependency = nullptr;
        quint64 m_generation = 0;
        bool m_reported = false;
        std::chrono::milliseconds m_wait { 0 };
        QString m_reason;
    };

    Dependency(Settings settings, const Clock &clock);

    Pass enter();
    /// enter(), HttpClient::forThisThread().perform(), judge(). Not granted: transport NotSent, `wait` and `problem`
    /// set.
    Answer perform(const Call &call);

    Health health() const;

private:
    void note(const QString &problem);

    const Settings m_settings;
    const Clock &m_clock;
    Bulkhead m_bulkhead;
    Breaker m_breaker;
    SharedPause m_pause;
    mutable std::mutex m_lock;
    QString m_problem;
};

} // namespace slipway::outbound
