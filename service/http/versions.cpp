// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/versions.h"

#include "service/database/connection.h"
#include "sql/http.h"

namespace slipway::http {
namespace {

struct VersionRow {
    QString operation;
    qint64 version;

    static VersionRow read(const database::Row &row) { return { row.text("operation_id"), row.number("version") }; }
};

} // namespace

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
