// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/routes.h"

#include <QByteArray>
#include <QHash>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <vector>

namespace slipway::http {

/// What the front door counts. It only counts: every function is noexcept, allocates nothing and has no answer, so that
/// it can change neither the outcome of a request nor its bytes. Labels come from the route table and from closed sets,
/// never from a request. Thread-safe.
class HttpMetrics {
public:
    explicit HttpMetrics(std::span<const Route> routes);

    /// Every answer, once. \a route below 0: no route was found.
    void answered(int route, int status) noexcept;
    /// A request that was let in, when it is answered.
    void observed(int route, std::chrono::microseconds took) noexcept;
    /// A request that was turned away at \a place of the pipeline.
    void refused(int route, std::string_view place) noexcept;
    /// A user got something done: 2xx on a route of the explicit list.
    void activity(int route) noexcept;
    /// The same by person: only where an administrator wants it, of the first thousand people, and nobody whose account is not certain (a
    /// bare employee number) or could not stand in a label. Whatever goes wrong is swallowed: it must not change an answer.
    void activityOf(const QString &account) noexcept;
    /// A request of a route that counts as activity came in.
    void received(int route) noexcept;

    /// In Prometheus' text format.
    QByteArray text() const;

private:
    void noteNameless();
    static constexpr int statusCount = 600;
    static constexpr auto edges = std::to_array<double>({ 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30 });
    static constexpr auto places =
        std::to_array<std::string_view>({ "rate limit", "authentication", "same origin", "permission", "draining",
                                          "parameter binding", "access mode", "queue", "other" });
    using Counter = std::atomic<quint64>;

    struct Counters {
        std::array<Counter, statusCount> answered {};
        std::array<Counter, places.size()> refused {};
        std::array<Counter, edges.size() + 1> took {};
        Counter tookMicroseconds {};
        Counter activity {};
        Counter received {};
    };
    Counters &of(int route) noexcept;
    void writePeople(QByteArray &out) const;
    void writeLatency(QByteArray &out) const;

    std::vector<QByteArray> m_names; ///< One more than routes: the last is for requests without one.
    std::vector<Counters> m_counters;
    mutable std::mutex m_lock;
    QHash<QString, quint64> m_people; ///< Under m_lock.
    std::atomic<qint64> m_nameless = 0; ///< Not counted: empty, too long or an employee number.
};

} // namespace slipway::http
