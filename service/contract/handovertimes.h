// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>

#include <array>
#include <atomic>
#include <chrono>

namespace slipway {

/// How long this instance took to hand waiting requests over to a batch. Observed after the hand-over's commit, so that what is counted
/// did happen, and whatever became of the count could not undo it. Thread-safe, never throws, costs no lock.
class HandoverTimes {
public:
    void observed(std::chrono::microseconds took) noexcept;

    /// In Prometheus' text format; empty before the first hand-over.
    QByteArray text() const;

private:
    static constexpr auto edges = std::to_array<double>({ 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10 });

    std::array<std::atomic<quint64>, edges.size() + 1> m_counts {};
    std::atomic<quint64> m_microseconds { 0 };
};

} // namespace slipway
