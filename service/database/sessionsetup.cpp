// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/sessionsetup.h"

#include "service/database/session.h"
#include "shared/error.h"
#include "sql/database.h"

#include <algorithm>
#include <atomic>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

std::atomic<bool> foundRowsProven { false };
constexpr std::chrono::seconds longestConnecting { 3 };

QString textOf(Session &session, const Statement &statement, const char *column)
{
    QString text;
    session.read(statement, {}, [&](const Row &row) { text = row.text(column); });
    return text;
}

void send(Session &session, const Statement &statement, const Bindings &bindings = {})
{
    session.execute(statement, bindings, [](QSqlQuery &) {});
}

void limitStatements(Session &session)
{
    const auto limit = session.settings.statementLimit;
    if (textOf(session, sql::database::read_server, "version").contains("MariaDB"_L1))
        send(session, sql::database::limit_statements_mariadb, { { "seconds", qlonglong(limit.count()) } });
    else
        send(session, sql::database::limit_statements_mysql, { { "milliseconds", qlonglong(limit.count()) * 1000 } });
}

void proveEncryption(Session &session)
{
    // The client library falls back to plain text when the server offers no TLS.
    if (textOf(session, sql::database::read_cipher, "Value").isEmpty())
        throw Error(Code::Unavailable, u"the database connection is not encrypted although database.tls asks for it"_s);
}

void proveFoundRows(Session &session)
{
    int affected = -1;
    send(session, sql::database::create_found_rows);
    send(session, sql::database::insert_found_rows);
    session.execute(sql::database::update_found_rows, {}, [&](QSqlQuery &query) { affected = query.numRowsAffected(); });
    send(session, sql::database::drop_found_rows);
    if (affected != 1)
        throw Error(Code::InternalError, u"the database counts changed rows instead of found rows (%1)"_s.arg(affected));
    foundRowsProven = true;
}

} // namespace

QString connectOptions(const Settings &settings)
{
    // Never MYSQL_OPT_RECONNECT: it would answer a COMMIT after a lost transaction with success. The read timeout is
    // the last resort behind the server's own statement limit.
    const auto connecting = std::min(settings.statementLimit, longestConnecting); // Who is in a hurry is so from the start.
    QStringList options { u"CLIENT_FOUND_ROWS=1"_s, u"MYSQL_OPT_CONNECT_TIMEOUT=%1"_s.arg(connecting.count()),
                          u"MYSQL_OPT_READ_TIMEOUT=%1"_s.arg((settings.statementLimit + settings.answerGrace).count()),
                          u"MYSQL_OPT_WRITE_TIMEOUT=30"_s };
    if (!settings.socket.isEmpty())
        options.append(u"UNIX_SOCKET=%1"_s.arg(settings.socket));
    if (settings.tls) // Naming an authority is what makes the client library insist on TLS; CLIENT_SSL alone is a wish.
        options.append(u"SSL_CA=%1"_s.arg(settings.certificateAuthority));
    return options.join(u';');
}

void setUpSession(Session &session)
{
    using namespace std::chrono;
    const auto lockWait = std::max<qlonglong>(1, ceil<seconds>(session.settings.lockWait).count());
    send(session, sql::database::set_isolation);
    send(session, sql::database::set_session, { { "lock_wait_seconds", lockWait }, { "table_lock_wait_seconds", lockWait } });
    limitStatements(session);
    if (session.read(sql::database::read_wsrep, {}, [](const Row &) {}) > 0)
        send(session, sql::database::set_causal_reads);
    if (session.settings.tls)
        proveEncryption(session);
    if (!foundRowsProven && !session.settings.schema.isEmpty())
        proveFoundRows(session);
}

} // namespace slipway::database
