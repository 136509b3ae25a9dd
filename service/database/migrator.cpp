// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/migrator.h"

#include "service/database/session.h"
#include "shared/failpoint.h"
#include "sql/database.h"

#include <QCryptographicHash>
#include <QLoggingCategory>

#include <algorithm>
#include <array>
#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::database {
namespace {

Q_LOGGING_CATEGORY(lcMigrator, "slipway.database.migrator", QtInfoMsg)

constexpr auto lockWaitSeconds = 60;
constexpr auto longestStatement = 3600s; // Rebuilding a grown table takes longer than any statement of the service may.
constexpr int noSuchTable = 1146;

// Table, column or index exists already, or is gone already.
constexpr auto alreadyDone = std::to_array({ 1050, 1060, 1061, 1091 });

struct Applied {
    QString name;
    QString checksum;
    bool finished;
    static std::pair<int, Applied> read(const Row &row)
    {
        return { int(row.number("version")), { row.text("name"), row.text("checksum"), row.flag("finished") } };
    }
};
using History = std::map<int, Applied>;

QString checksumOf(const Migration &migration)
{
    return QString::fromLatin1(QCryptographicHash::hash(QByteArray(migration.text), QCryptographicHash::Sha256).toHex());
}

History historyOf(Connection &connection)
{
    History history;
    try {
        connection.run(sql::database::select_schema_versions, {}, [&](const Row &row) { history.insert(Applied::read(row)); });
    } catch (const DatabaseError &error) {
        if (error.number() != noSuchTable)
            throw;
    }
    return history;
}

[[noreturn]] void refuse(const QString &why) { throw Error(Code::InternalError, u"database schema: "_s + why); }

/// The versions still to be run, after everything that was run before has proved to be ours.
std::vector<int> compare(const History &history, std::span<const Migration> migrations)
{
    std::vector<int> todo;
    for (const Migration &migration : migrations) {
        const auto applied = history.find(migration.version);
        if (applied == history.end() || !applied->second.finished)
            todo.push_back(migration.version);
        if (applied == history.end())
            continue;
        if (applied->second.name != QLatin1StringView(migration.name) || applied->second.checksum != checksumOf(migration))
            refuse(u"migration %1 (%2) is not the one this program holds (%3): an applied migration was edited"_s.arg(
                QString::number(migration.version), applied->second.name, QLatin1StringView(migration.name)));
        if (!todo.empty() && todo.front() < migration.version && applied->second.finished)
            refuse(u"migration %1 was applied, but %2 before it was not"_s.arg(migration.version).arg(todo.front()));
    }
    const int newest = migrations.empty() ? 0 : migrations.back().version;
    if (!history.empty() && history.rbegin()->first > newest)
        refuse(u"it has version %1, this program knows up to %2: start the newer program"_s.arg(history.rbegin()->first)
                   .arg(newest));
    for (const auto &[version, applied] : history) {
        if (std::none_of(migrations.begin(), migrations.end(), [&](const Migration &m) { return m.version == version; }))
            refuse(u"migration %1 (%2) is unknown to this program"_s.arg(version).arg(applied.name));
    }
    return todo;
}

/// Held by one instance of a server at a time; it ends with the session, so a crashed holder holds nothing.
class MigrationLock {
public:
    explicit MigrationLock(Connection &connection)
        : m_connection(connection)
    {
        bool got = false;
        connection.run(sql::database::lock_migrations, { { "seconds", lockWaitSeconds } },
                       [&](const Row &row) { got = row.maybeNumber("got") == 1; });
        if (!got)
            throw Error(Code::Unavailable, u"another instance has been migrating the database for %1 s"_s.arg(lockWaitSeconds));
    }
    ~MigrationLock()
    {
        try {
            m_connection.run(sql::database::unlock_migrations, {}, [](const Row &) {});
        } catch (...) {
            m_connection.drop();
        }
    }
    MigrationLock(const MigrationLock &) = delete;
    MigrationLock &operator=(const MigrationLock &) = delete;

private:
    Connection &m_connection;
};

/// False: it was begun before, by us or by another node of a cluster, where GET_LOCK does not reach.
bool begin(Connection &connection, const Migration &migration)
{
    try {
        connection.write(sql::database::begin_migration,
                         { { "version", migration.version },
                           { "name", QString::fromLatin1(migration.name) },
                           { "checksum", checksumOf(migration) } });
        return true;
    } catch (const DatabaseError &error) {
        if (error.kind() != Kind::DuplicateKey)
            throw;
        return false;
    }
}

void applyOne(Connection &connection, const Migration &migration, bool begunBefore)
{
    const auto point = [&](QLatin1StringView moment) {
        return u"migrate.%1.%2"_s.arg(QLatin1StringView(migration.name), moment);
    };
    if (!begunBefore)
        begunBefore = !begin(connection, migration);
    failpoint::reached([&] { return point("before"_L1); });
    try {
        connection.write({ migration.name, migration.text });
    } catch (const DatabaseError &error) {
        const bool done = std::find(alreadyDone.begin(), alreadyDone.end(), error.number()) != alreadyDone.end();
        if (!done || !begunBefore) {
            if (error.kind() != Kind::ConnectionLost)
                connection.write(sql::database::forget_migration, { { "version", migration.version } });
            throw;
        }
    }
    failpoint::reached([&] { return point("after"_L1); });
    connection.write(sql::database::finish_migration, { { "version", migration.version } });
    qCInfo(lcMigrator, "applied migration %s", migration.name);
}

} // namespace

Migrator::Migrator(Connection &connection, std::span<const Migration> migrations)
    : m_connection(connection)
    , m_migrations(migrations)
{
}

std::vector<int> Migrator::pending() { return compare(historyOf(m_connection), m_migrations); }

void Migrator::apply()
{
    auto &settings = m_connection.d->settings;
    const auto usual = std::exchange(settings.statementLimit, longestStatement);
    m_connection.drop(); // The next session is opened with the long limit, and the one after apply() with the usual one.
    const auto restore = qScopeGuard([&] {
        settings.statementLimit = usual;
        m_connection.drop();
    });
    const MigrationLock lock(m_connection);
    m_connection.write(sql::database::create_schema_version);
    const History history = historyOf(m_connection);
    const std::vector<int> todo = compare(history, m_migrations);
    for (const Migration &migration : m_migrations) {
        if (std::find(todo.begin(), todo.end(), migration.version) != todo.end())
            applyOne(m_connection, migration, history.contains(migration.version));
    }
}

} // namespace slipway::database
