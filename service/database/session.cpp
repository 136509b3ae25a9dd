// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/session.h"

#include "service/database/sessionsetup.h"
#include "sql/database.h"

#include <atomic>
#include <cstring>
#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::database {
namespace {

constexpr auto trustedIdle = 5s; // A session used this lately is taken to live; a lost one shows at the next statement.
constexpr qsizetype cacheLimit = 400; // Prepared statements are memory on the server, per connection.

// 1243 handle unknown, 1615 and 2057: the table was altered under a prepared statement. Nothing was done yet.
bool needsPreparingAgain(const QSqlError &error)
{
    const int number = error.nativeErrorCode().toInt();
    return number == 1243 || number == 1615 || number == 2057;
}

} // namespace

Session::Session(Settings s)
    : settings(std::move(s))
{
    static std::atomic<quint64> count { 0 };
    name = u"slipway-%1"_s.arg(++count);
    database = QSqlDatabase::addDatabase(u"QMYSQL"_s, name);
    database.setNumericalPrecisionPolicy(QSql::HighPrecision); // DECIMAL as text; double would lose digits.
}

Session::~Session()
{
    drop();
    database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

void Session::refuseForeignThread() const
{
    if (owner != QThread::currentThreadId())
        throw std::logic_error("a database connection was used by a thread that does not own it");
}

void Session::refuseInsideTransaction(const char *statement) const
{
    if (inTransaction)
        throw std::logic_error(std::string(statement) + " was run beside the open transaction of the same connection");
}

void Session::drop()
{
    // In this order: a statement handle that is freed on a lost connection makes the driver complain.
    database.close();
    cache.clear();
}

bool Session::isAlive()
{
    QSqlQuery query(database);
    return query.exec(QString::fromUtf8(sql::database::prove_alive.text));
}

void Session::ensure()
{
    refuseForeignThread();
    if (database.isOpen()) {
        if (std::chrono::steady_clock::now() - used < trustedIdle)
            return;
        if (isAlive())
            return touch();
        drop();
    }
    open();
}

void Session::open()
{
    database.setHostName(settings.host);
    database.setPort(settings.port);
    database.setDatabaseName(settings.schema);
    database.setUserName(settings.user);
    database.setPassword(settings.password);
    database.setConnectOptions(connectOptions(settings));
    if (!database.open()) {
        const auto error = classify(database.lastError(), "connect");
        database.close();
        // "Lost connection at reading initial communication packet" is a server that starts or stops.
        const Kind kind = error.kind() == Kind::ConnectionLost ? Kind::CannotConnect : error.kind();
        throw DatabaseError(kind, error.number(), {}, false, error.detail());
    }
    try {
        setUpSession(*this);
    } catch (...) {
        drop();
        throw;
    }
    touch();
}

QSqlQuery Session::freshQuery() const
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    return query;
}

Session::Prepared &Session::preparedFor(const Statement &statement)
{
    const auto found = cache.constFind(QByteArray::fromRawData(statement.text, qsizetype(strlen(statement.text))));
    if (found != cache.cend())
        return **found;
    if (cache.size() >= cacheLimit)
        cache.clear();
    return **cache.insert(QByteArray(statement.text), std::make_shared<Prepared>(statement));
}

void Session::fail(const QSqlQuery &query, const char *statement)
{
    const auto error = classify(query.lastError(), statement);
    if (error.kind() == Kind::ConnectionLost)
        database.close(); // While the failed query still lives; see drop().
    throw error;
}

bool Session::executeAgain(Prepared &entry, const Placeholders::Filled &filled, const char *statement,
                           const std::function<void(QSqlQuery &)> &use)
{
    if (!entry.idle)
        return false;
    QSqlQuery query = *std::exchange(entry.idle, std::nullopt);
    for (qsizetype i = 0; i < filled.values.size(); ++i)
        query.bindValue(int(i), filled.values[i]);
    if (!query.exec()) {
        if (needsPreparingAgain(query.lastError()))
            return false;
        fail(query, statement);
    }
    use(query);
    query.finish();
    entry.idle = std::move(query);
    return true;
}

void Session::execute(const Statement &statement, const Bindings &bindings, const std::function<void(QSqlQuery &)> &use)
{
    refuseForeignThread();
    preparedFor(statement);
    const auto entry =
        cache.value(QByteArray::fromRawData(statement.text, qsizetype(strlen(statement.text)))); // Outlives drop().
    const auto filled = entry->placeholders.fill(bindings);
    if (filled.reusable && executeAgain(*entry, filled, statement.name, use))
        return touch();
    QSqlQuery query = freshQuery();
    bool ok = false;
    if (entry->placeholders.isEmpty()) {
        ok = query.exec(filled.text);
    } else {
        ok = query.prepare(filled.text);
        for (qsizetype i = 0; ok && i < filled.values.size(); ++i)
            query.addBindValue(filled.values[i]);
        ok = ok && query.exec();
    }
    if (!ok)
        fail(query, statement.name);
    touch();
    use(query);
    if (filled.reusable && !entry->placeholders.isEmpty() && database.isOpen()) {
        query.finish();
        entry->idle = std::move(query);
    }
}

int Session::read(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each)
{
    int rows = 0;
    execute(statement, bindings, [&](QSqlQuery &query) {
        const Row row(query, statement.name);
        for (; query.next(); ++rows)
            each(row);
    });
    return rows;
}

} // namespace slipway::database
