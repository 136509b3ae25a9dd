// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/transaction.h"

#include "service/database/session.h"
#include "shared/failpoint.h"

#include <stdexcept>

using namespace Qt::StringLiterals;

namespace slipway::database {

class Transaction::Private {
public:
    Private(Connection::Private &c, const char *n)
        : connection(c)
        , name(n)
    {
    }
    void execute(const Statement &statement, const Bindings &bindings, const std::function<void(QSqlQuery &)> &use);
    void refuseFinished(const char *what) const;
    void end();

    Session &connection;
    const char *name;
    bool open = false;
    bool poisoned = false;
    bool lost = false;
};

void Transaction::Private::refuseFinished(const char *what) const
{
    if (!open || poisoned)
        throw std::logic_error(std::string(what) + " on the finished transaction " + name);
}

void Transaction::Private::execute(const Statement &statement, const Bindings &bindings,
                                   const std::function<void(QSqlQuery &)> &use)
{
    refuseFinished(statement.name);
    try {
        connection.execute(statement, bindings, use);
    } catch (const DatabaseError &error) {
        // After a deadlock the server is back in autocommit: another write would stand alone, and COMMIT would say yes.
        poisoned = poisoned || error.kind() != Kind::DuplicateKey;
        lost = lost || error.kind() == Kind::ConnectionLost || error.kind() == Kind::Unavailable;
        throw;
    }
}

void Transaction::Private::end()
{
    open = false;
    connection.inTransaction = false;
}

Transaction::Transaction(Connection &connection, const char *name)
    : d(std::make_unique<Private>(*connection.d, name))
{
    // The driver would answer yes and commit the first one.
    if (d->connection.inTransaction)
        throw std::logic_error(std::string("transaction ") + name + " inside another one");
    d->connection.ensure();
    if (!d->connection.database.transaction()) {
        const auto error = classify(d->connection.database.lastError(), name);
        d->connection.drop();
        throw error;
    }
    d->open = true;
    d->connection.inTransaction = true;
}

Transaction::~Transaction() { rollback(); }

bool Transaction::isOpen() const { return d->open; }

int Transaction::run(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each)
{
    int rows = 0;
    d->execute(statement, bindings, [&](QSqlQuery &query) {
        const Row row(query, statement.name);
        for (; query.next(); ++rows)
            each(row);
    });
    return rows;
}

int Transaction::affect(const Statement &statement, const Bindings &bindings)
{
    int affected = 0;
    d->execute(statement, bindings, [&](QSqlQuery &query) { affected = query.numRowsAffected(); });
    return affected;
}

qint64 Transaction::insert(const Statement &statement, const Bindings &bindings)
{
    qint64 id = 0;
    d->execute(statement, bindings, [&](QSqlQuery &query) { id = query.lastInsertId().toLongLong(); });
    return id;
}

std::optional<qint64> Transaction::tryInsert(const char *key, const Statement &statement, const Bindings &bindings)
{
    try {
        return insert(statement, bindings);
    } catch (const DatabaseError &error) {
        if (error.kind() == Kind::DuplicateKey && error.key() == QLatin1StringView(key))
            return std::nullopt;
        throw;
    }
}

void Transaction::commit()
{
    d->refuseFinished("commit");
    const auto point = [&](const char *moment) {
        return u"commit.%1.%2"_s.arg(QLatin1StringView(d->name), QLatin1StringView(moment));
    };
    failpoint::reached([&] { return point("before"); });
    d->end();
    QSqlDatabase &database = d->connection.database;
    if (!database.commit()) {
        const auto error = classify(database.lastError(), d->name, true);
        d->connection.drop();
        throw error;
    }
    d->connection.touch();
    try {
        failpoint::reached([&] { return point("after"); });
    } catch (const Error &error) {
        // What a client sees whose COMMIT was done and whose answer was lost.
        d->connection.drop();
        throw DatabaseError(Kind::ConnectionLost, 0, {}, true, error.detail());
    }
}

void Transaction::rollback()
{
    if (!d->open)
        return;
    d->end();
    QSqlDatabase &database = d->connection.database;
    // A session that cannot say it rolled back is closed: the server then does it.
    if (d->lost || !database.isOpen() || !database.rollback())
        d->connection.drop();
}

void pauseBeforeRetry(int attempt)
{
    thread_local std::mt19937 random { std::random_device {}() };
    const int most = 4 << std::min(attempt, 6);
    std::this_thread::sleep_for(std::chrono::milliseconds(1 + int(random() % unsigned(most))));
}

} // namespace slipway::database
