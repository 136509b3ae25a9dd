// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/versions.h"

#include "service/database/connection.h"
#include "shared/error.h"
#include "sql/http.h"

namespace slipway::http {
namespace {

struct VersionRow {
    QString operation;
    qint64 version;

    static VersionRow read(const database::Row &row) { return { row.text("operation_id"), row.number("version") }; }
};

ChangeFeed::Row rowFrom(const database::Row &row) { return { row.number("id"), row.text("ref") }; }

struct End {
    ChangeFeed::Position at;
    static End read(const database::Row &row) { return { { row.number("operation_end"), row.number("batch_end") } }; }
};

database::Connection &connectionOf(const Services &services)
{
    const bool isAway = !services.database || (services.databaseHealth && !services.databaseHealth().isThere());
    if (isAway)
        throw Error(Code::Unavailable, QStringLiteral("the database is away"));
    return database::Connection::forThisThread(*services.database);
}

std::vector<ChangeFeed::Row> rowsAfter(const Services &services, const database::Statement &statement, qint64 after)
{
    std::vector<ChangeFeed::Row> rows;
    connectionOf(services).run(statement, { { "after", after }, { "limit", ChangeFeed::rowsAtOnce } },
                               [&](const database::Row &row) { rows.push_back(rowFrom(row)); });
    return rows;
}

} // namespace

ChangeFeed::Source changesFromDatabase(const Services &services)
{
    return { .end = [&services] { return connectionOf(services).selectOne<End>(sql::http::feed_end)->at; },
             .after =
                 [&services](const ChangeFeed::Position &after) {
                     return ChangeFeed::Changes { rowsAfter(services, sql::http::operations_changed, after.operation),
                                                  rowsAfter(services, sql::http::batches_changed, after.batch) };
                 } };
}

LongPoll::Lookup versionsFromDatabase(const Services &services)
{
    return [settings = services.database, &services](const QStringList &operations) {
        QHash<QString, qint64> versions;
        const bool isAway = services.databaseHealth && !services.databaseHealth().isThere();
        if (operations.isEmpty() || !settings || isAway) // Nobody's time is up sooner because this thread hangs.
            return versions;
        auto &connection = database::Connection::forThisThread(*settings);
        for (const VersionRow &row : connection.select<VersionRow>(sql::http::versions_of, { { "ids", operations } }))
            versions.insert(row.operation, row.version);
        return versions;
    };
}

} // namespace slipway::http
