// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/packet.h"

#include "service/database/session.h"
#include "shared/failpoint.h"

#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace slipway::database {

Packet::Packet(Connection &connection, const char *name)
    : m_connection(connection)
    , m_name(name)
{
}

void Packet::add(const Statement &statement, const Bindings &bindings)
{
    m_writes.append(m_connection.d->placeholdersOf(statement).literal(bindings));
}

/// How many of the statements went well, the two around the writes included.
size_t Packet::send(QSqlQuery &query) const
{
    const size_t all = size_t(m_writes.size()) + 2;
    size_t done = 0;
    for (bool ok = query.exec(u"START TRANSACTION;\n"_s + m_writes.join(";\n"_L1) + u";\nCOMMIT"_s); ok;
         ok = query.nextResult()) {
        if (++done == all)
            break;
    }
    return done;
}

bool Packet::commit()
{
    const auto point = [&](const char *moment) {
        return u"commit.%1.%2"_s.arg(QLatin1StringView(m_name), QLatin1StringView(moment));
    };
    Session &session = *m_connection.d;
    session.refuseInsideTransaction(m_name);
    session.ensure();
    failpoint::reached([&] { return point("before"); });
    QSqlQuery query = session.freshQuery();
    const size_t done = send(query);
    if (done < size_t(m_writes.size()) + 2) {
        const bool atCommit = done == size_t(m_writes.size()) + 1;
        DatabaseError error = classify(query.lastError(), m_name, atCommit);
        query.clear();
        if (error.kind() == Kind::ConnectionLost || error.kind() == Kind::Unavailable || atCommit) {
            session.drop();
            // Sent whole: the server may have done all of it before it was gone.
            if (error.kind() == Kind::ConnectionLost)
                throw DatabaseError(Kind::ConnectionLost, error.number(), {}, true, error.detail());
        } else if (!session.database.rollback()) {
            session.drop(); // The server then does it.
        }
        if (error.kind() == Kind::DuplicateKey)
            return false;
        throw error;
    }
    session.touch();
    try {
        failpoint::reached([&] { return point("after"); });
    } catch (const Error &error) {
        // What a client sees whose COMMIT was done and whose answer was lost.
        session.drop();
        throw DatabaseError(Kind::ConnectionLost, 0, {}, true, error.detail());
    }
    return true;
}

} // namespace slipway::database
