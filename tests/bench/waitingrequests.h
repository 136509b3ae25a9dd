// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

namespace slipway::bench {

/// Approved requests that wait for a batch, as many as wanted: the rows that the stages before would have written, put in by the
/// thousand. Every invariant holds of them.
class WaitingRequests {
public:
    explicit WaitingRequests(database::Connection &connection);

    /// \a count more in \a partition.
    void add(int count, const QByteArray &partition);

private:
    void run(const QByteArray &statement);

    database::Connection &m_connection;
    int m_count = 0;
};

} // namespace slipway::bench
