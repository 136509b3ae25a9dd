// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

#include <array>

namespace slipway::operations {

/// Removes what is older than its retention.* key says, in small pieces: each piece is found by an index, removed by primary key, and
/// committed by itself, so that nobody waits for it. It never removes what a live request, an active batch or a callback may still be
/// asked about, nor when something landed, nor the audit. Several instances at once are harmless: a row is removed once, and who comes
/// second finds nothing.
///
/// It remembers how far it has looked and belongs to one thread.
class Retention {
public:
    Retention();

    /// One look over everything, bounded. True: more of it waits. Throws DatabaseError; what was removed before stays removed.
    bool purge(const Services &services, database::Connection &connection);

private:
    /// How far finished requests of one step, or batches of one status, have been looked through.
    struct Cursor {
        int state = 0; ///< A step's number, a batch's status.
        QString at;
        QVariant id;
    };
    void rewind();
    bool purgeRequestHistory(database::Connection &connection, qint64 days);
    bool purgeBatchHistory(database::Connection &connection, qint64 days);

    std::array<Cursor, 7> m_requests;
    std::array<Cursor, 2> m_batches;
    std::chrono::steady_clock::time_point m_rewoundAt {};
};

} // namespace slipway::operations
