// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/errors.h"
#include "service/database/row.h"
#include "service/database/statement.h"

#include <QSqlDatabase>

#include <chrono>
#include <memory>
#include <vector>

namespace slipway::database {

/// Where the server is. A socket wins over host and port.
struct Settings {
    QString socket;
    QString host;
    quint16 port = 3306;
    QString schema;
    QString user;
    QString password;
    bool tls = false;
    /// Who signs the server's certificate; only asked with tls.
    QString certificateAuthority = QStringLiteral("/etc/ssl/certs/ca-certificates.crt");
    std::chrono::milliseconds lockWait { 3000 };
    std::chrono::seconds statementLimit { 30 };
    /// How long beyond that the client waits for a server that does not even say that it gave up.
    std::chrono::seconds answerGrace { 5 };
};

/// One session with the server, owned by one thread and never handed to another. Every session is set up the same way (READ
/// COMMITTED, UTC, strict mode, found rows, short lock waits); it never reconnects by itself inside anything that matters: on
/// doubt it is closed and the next use opens a fresh one.
class Connection {
public:
    explicit Connection(Settings settings);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// This thread's own connection to \a settings, made at first use and closed when the thread ends.
    static Connection &forThisThread(const Settings &settings);

    /// Reads outside a transaction; each T has `static T read(const Row &)`.
    template <class T>
    std::vector<T> select(const Statement &statement, const Bindings &bindings = {})
    {
        std::vector<T> rows;
        run(statement, bindings, [&](const Row &row) { rows.push_back(T::read(row)); });
        return rows;
    }
    template <class T>
    std::optional<T> selectOne(const Statement &statement, const Bindings &bindings = {})
    {
        auto rows = select<T>(statement, bindings);
        if (rows.empty())
            return std::nullopt;
        return std::move(rows.front());
    }
    /// For each row of the answer; returns their number.
    int run(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each);
    /// One autocommitted write; affected means matched. For writes that stand alone (heartbeats, ledgers), never for state.
    int write(const Statement &statement, const Bindings &bindings = {});

    /// Opens the session if needed and proves that it lives. Throws DatabaseError.
    void ensure();
    /// Closes the session; the next use opens a new one.
    void drop();

private:
    friend class Transaction;
    friend class Packet;
    friend class Migrator;
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace slipway::database
