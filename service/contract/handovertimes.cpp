// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/handovertimes.h"

#include <algorithm>

namespace slipway {

void HandoverTimes::observed(std::chrono::microseconds took) noexcept
{
    const double seconds = double(took.count()) / 1e6;
    const auto edge = std::lower_bound(edges.begin(), edges.end(), seconds);
    m_counts[size_t(edge - edges.begin())].fetch_add(1, std::memory_order_relaxed);
    m_microseconds.fetch_add(quint64(std::max<qint64>(0, took.count())), std::memory_order_relaxed);
}

QByteArray HandoverTimes::text() const
{
    const QByteArray name = "slipway_batch_handover_duration_seconds";
    quint64 total = 0;
    QByteArray lines;
    for (size_t i = 0; i <= edges.size(); ++i) {
        total += m_counts[i].load(std::memory_order_relaxed);
        const QByteArray limit = i < edges.size() ? QByteArray::number(edges[i]) : QByteArray("+Inf");
        lines += name + "_bucket{le=\"" + limit + "\"} " + QByteArray::number(total) + '\n';
    }
    if (total == 0)
        return {};
    const double seconds = double(m_microseconds.load(std::memory_order_relaxed)) / 1e6;
    return "# HELP " + name
        + " Handing waiting requests over to a batch, from the question for the slot to its commit; by this instance.\n# TYPE "
        + name + " histogram\n" + lines + name + "_sum " + QByteArray::number(seconds, 'f', 6) + '\n' + name + "_count "
        + QByteArray::number(total) + '\n';
}

} // namespace slipway
