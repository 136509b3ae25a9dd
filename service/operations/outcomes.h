// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <QMap>

#include <mutex>
#include <optional>

namespace slipway::operations {

/// How many requests ever came into each status, counted from history, and from the sums of what was purged of it, and therefore the
/// same on every instance and after every restart. What has settled is counted once; only the last minute is counted anew each time. look() belongs to one thread, text() to any.
class OutcomeCounts {
public:
    /// Reads on. At the start a long history takes several looks; nothing is shown before it was read whole. Throws DatabaseError.
    void look(database::Connection &connection);

    /// In Prometheus' text format; empty until history was read.
    QByteArray text() const;

private:
    using Counts = QMap<QString, qint64>;
    static void add(database::Connection &connection, Counts &counts, qint64 after, qint64 until);
    static Counts purged(database::Connection &connection);
    bool takeInWhatWasPurged(database::Connection &connection);

    std::optional<Counts> m_purged; ///< As it was when the reading of history began.
    bool m_isWhole = false; ///< All history before us was read.
    qint64 m_settledUntil = 0;
    Counts m_settled;
    mutable std::mutex m_lock;
    std::optional<Counts> m_shown; ///< Under m_lock.
};

} // namespace slipway::operations
