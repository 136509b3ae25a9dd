// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <QStringList>

namespace slipway::database {

/// Writes that are all known beforehand, as one transaction in one round trip: START TRANSACTION, each of them, COMMIT. The server
/// stops at the first that fails, so COMMIT is reached by all of them or not at all. Takes nothing whose effect has to be looked at
/// before it may be committed (a guard's matched rows, a read): that is inTransaction()'s.
class Packet {
public:
    /// \a name is that of a transaction: its failpoints are "commit.<name>.before" and ".after".
    Packet(Connection &connection, const char *name);

    /// Throws Error(InternalError) where the bindings do not fit the statement.
    void add(const Statement &statement, const Bindings &bindings);

    /// False: a unique key refused one of them, and nothing was stored. Throws DatabaseError; it never tries again, and a session that
    /// is lost at any moment leaves the outcome unknown, for the whole packet may have arrived.
    [[nodiscard]] bool commit();

private:
    size_t send(QSqlQuery &query) const;

    Connection &m_connection;
    const char *m_name;
    QStringList m_writes;
};

} // namespace slipway::database
