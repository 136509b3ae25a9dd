// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/liveness.h"
#include "service/database/connection.h"

#include <mutex>

namespace slipway::operations {

/// Knows at any moment whether the database does its part, so that nobody has to find out by waiting for it: readiness is told and
/// requests are refused from what is known here, also while every worker hangs in a statement. A loop of its own asks twice a second,
/// on a session that gives up after two.
class DatabaseWatch {
public:
    /// \a settings may still be filled in before the first look; must outlive it.
    explicit DatabaseWatch(const database::Settings &settings);

    /// One question. On any thread, each with its own session; what it cannot find out it throws on, for the loop's log.
    void look();
    /// As of the last look, and what the traffic met since. Thread-safe, no I/O.
    DatabaseHealth health() const;

private:
    void ask(database::Connection &connection);
    QString judgeSchema(database::Connection &connection);

    const database::Settings &m_settings;
    std::mutex m_looking;
    bool m_schemaFits = false; ///< Under m_looking.
    mutable std::mutex m_lock;
    DatabaseHealth m_seen; ///< Under m_lock.
};

} // namespace slipway::operations
