// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/error.h"

#include <QSqlError>

namespace slipway::database {

/// What a database error means for the transaction it hit.
enum class Kind : quint8 {
    DuplicateKey, ///< The only one that leaves a transaction usable.
    Deadlock, ///< 1213, or 1020 where snapshot isolation is on; the server has rolled back.
    LockTimeout, ///< 1205 undoes the statement only, hence the whole body is repeated.
    ConnectionLost,
    CannotConnect,
    ReadOnly,
    Unavailable,
    Constraint,
    BadValue,
    Cancelled,
    Other
};

/// A failed statement, connection or commit. To clients it is 503 (or 500 for a statement that can never work);
/// statement name and server text are detail for the log, bound values are nowhere.
class DatabaseError : public Error {
public:
    DatabaseError(Kind kind, int number, QString key, bool atCommit, const QString &detail);

    Kind kind() const { return m_kind; }
    int number() const { return m_number; } ///< The server's error number.
    const QString &key() const { return m_key; } ///< DuplicateKey: the index that said no.
    /// The transaction never happened, or was undone: the whole body may run again.
    bool retriesTransaction() const;
    /// COMMIT was sent and its answer lost: it may have happened. Only reading under one's own key can tell.
    bool outcomeUnknown() const;

private:
    Kind m_kind;
    int m_number;
    QString m_key;
    bool m_atCommit;
};

/// Maps a driver error. \a statement is a statement's name, never its bound values.
DatabaseError classify(const QSqlError &error, const char *statement, bool atCommit = false);

} // namespace slipway::database
