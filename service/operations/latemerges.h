// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::operations {

/// Compares what ended without landing with what GitLab says of its merge request: a person may have re-opened and merged it afterwards.
/// Such a merge is a finding; for a request of its own, whose row cannot follow, the partition is halted until a person has looked.
/// Reads a few of the last days' at each look, those first that were not read for the longest time.
class LateMerges {
public:
    LateMerges(const Services &services, database::Connection &connection);

    /// Throws DatabaseError; a GitLab that cannot be asked ends the look without one.
    void look();

private:
    struct Ended;
    void judge(const Ended &ended);

    const Services &m_services;
    database::Connection &m_connection;
};

} // namespace slipway::operations
