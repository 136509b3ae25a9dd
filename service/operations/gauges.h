// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

#include <mutex>

namespace slipway::operations {

/// What alarms are built on: what waits and how long, who holds a slot, what waits for a person, what GitLab says of the bots' tokens.
/// All but the forge's part is read from the database and therefore the same on every instance. Labels are partitions, steps, finding
/// codes and bots: closed sets, no person among them. look() belongs to one thread, text() to any.
class Gauges {
public:
    explicit Gauges(const Services &services);

    /// Throws DatabaseError; text() then goes on with what was read last.
    void look(database::Connection &connection);

    /// In Prometheus' text format; empty before the first look.
    QByteArray text() const;

private:
    const Services &m_services;
    mutable std::mutex m_lock;
    QByteArray m_text; ///< Under m_lock.
};

} // namespace slipway::operations
