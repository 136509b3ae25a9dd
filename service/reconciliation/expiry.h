// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::reconciliation {

/// Takes away what has run out: requests whose own expiry passed before anything of them landed end, and for each grant in force beyond
/// its time an unbind is submitted in the name of "system:expiry". Nobody is asked again, because whoever approved the grant approved
/// its end with it; in its last week a grant is announced by a finding, once. Each is one guarded transaction, and the unbind's id follows from the grant: several instances at once make one.
class Expiry {
public:
    Expiry(const Services &services, database::Connection &connection);

    /// Throws Error when the database is away.
    void sweep();

private:
    void endExpiredRequests();
    void announceEndings();
    void removeExpiredGrants();

    const Services &m_services;
    database::Connection &m_connection;
};

} // namespace slipway::reconciliation
