// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/database/placeholders.h"

#include <QHash>
#include <QThread>

namespace slipway::database {

/// The one place where a statement meets the driver: for Connection, Transaction and Migrator.
class Session {
public:
    explicit Session(Settings settings);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    void ensure();
    void drop();
    /// Runs the statement and hands the query, standing before its first row, to \a use. Throws DatabaseError.
    void execute(const Statement &statement, const Bindings &bindings, const std::function<void(QSqlQuery &)> &use);
    /// For a text that is sent as it is; whoever runs it answers for its errors.
    QSqlQuery freshQuery() const;
    /// The statement, split once for this session.
    const Placeholders &placeholdersOf(const Statement &statement) { return preparedFor(statement).placeholders; }
    int read(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each);
    /// A statement beside an open transaction would slip into it, or, once that is poisoned, be committed alone.
    void refuseInsideTransaction(const char *statement) const;
    void refuseForeignThread() const;
    void touch() { used = std::chrono::steady_clock::now(); }

    Settings settings;
    QString name;
    QSqlDatabase database;
    bool inTransaction = false;

private:
    struct Prepared {
        explicit Prepared(const Statement &statement)
            : placeholders(statement)
        {
        }
        Placeholders placeholders;
        std::optional<QSqlQuery> idle; ///< Absent while it runs, so that a nested use prepares its own.
    };

    bool isAlive();
    void open();
    Prepared &preparedFor(const Statement &statement);
    bool executeAgain(Prepared &entry, const Placeholders::Filled &filled, const char *statement,
                      const std::function<void(QSqlQuery &)> &use);
    [[noreturn]] void fail(const QSqlQuery &query, const char *statement);

    std::chrono::steady_clock::time_point used {};
    Qt::HANDLE owner = QThread::currentThreadId();
    QHash<QByteArray, std::shared_ptr<Prepared>> cache; ///< By text: tests may give two statements one name.
};

/// What Connection owns; its friends reach the session through it.
class Connection::Private : public Session {
    using Session::Session;
};

} // namespace slipway::database
