// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::reconciliation {

/// Looks for what nobody looks after: in-progress rows without a task (revived), batches beyond their phase's budget (BLOCKED, with the
/// reason; the step goes on and unblocks by itself), single requests beyond their step's budget (their outcome is pending, or the step
/// is run again and a finding raised), requests whose own expiry passed before they were claimed. Each finding is
/// one guarded transaction; running on several instances at once is harmless.
class Sweeper {
public:
    Sweeper(const Services &services, database::Connection &connection);

    /// One pass over everything. Throws Error when the database is away.
    void sweep();

private:
    void reviveTasks();
    void blockOverdueBatches();
    void pushOverdueSingles();

    const Services &m_services;
    database::Connection &m_connection;
};

} // namespace slipway::reconciliation
