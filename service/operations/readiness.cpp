// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/readiness.h"

#include "service/database/migrator.h"
#include "sql/migrations.h"

#include <QHash>
#include <QLoggingCategory>
#include <QMutex>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(log, "slipway.operations", QtInfoMsg)

using SteadyTime = std::chrono::steady_clock::time_point;
constexpr std::chrono::seconds trustedFor { 2 };

struct DatabaseChecks {
    SteadyTime at;
    Check answers;
    Check schema;
};

DatabaseChecks askDatabase(const database::Settings &settings)
{
    DatabaseChecks found { std::chrono::steady_clock::now(),
                           { u"database"_s, false, u"does not answer"_s },
                           { u"schema"_s, false, u"unknown while the database does not answer"_s } };
    try {
        auto &connection = database::Connection::forThisThread(settings);
        connection.ensure();
        found.answers = { u"database"_s, true, u"answers"_s };
        found.schema = { u"schema"_s, false, u"is not the one this program was built for"_s };
        const auto pending = database::Migrator(connection, sql::migrations).pending();
        if (pending.empty())
            found.schema = { u"schema"_s, true, u"is at version %1"_s.arg(sql::migrations.back().version) };
        else
            found.schema.words = u"lacks %1 migrations"_s.arg(pending.size());
    } catch (const Error &error) {
        qCInfo(log).noquote() << "not ready:" << error.what();
    }
    return found;
}

/// One answer for each instance of the service in this process, so that a balancer's probes cost nothing.
DatabaseChecks databaseChecks(const Services &services)
{
    static QMutex lock;
    static QHash<QString, DatabaseChecks> known;
    {
        const QMutexLocker locker(&lock);
        const auto recent = known.constFind(services.instance.value());
        if (recent != known.constEnd() && std::chrono::steady_clock::now() - recent->at < trustedFor)
            return *recent;
    }
    const DatabaseChecks fresh = askDatabase(*services.database);
    const QMutexLocker locker(&lock);
    known.insert(services.instance.value(), fresh);
    return fresh;
}

} // namespace

bool Readiness::isReady() const { return std::ranges::all_of(checks, &Check::isGood); }

Readiness readinessOf(const Services &services)
{
    const DatabaseChecks asked = databaseChecks(services);
    const bool hasCatalogue = services.targets && services.targets();
    const bool isDraining = services.draining && services.draining();
    Readiness readiness;
    readiness.checks = {
        asked.answers,
        asked.schema,
        { u"config"_s, services.config != nullptr, services.config ? u"is loaded"_s : u"is not loaded"_s },
        { u"catalogue"_s, hasCatalogue, hasCatalogue ? u"is valid"_s : u"was never valid"_s },
        { u"draining"_s, !isDraining, isDraining ? u"is being stopped"_s : u"takes new work"_s },
    };
    const QJsonObject forge = services.forgeHealth ? services.forgeHealth() : QJsonObject();
    readiness.isDegraded = forge.value("state"_L1).toString().compare("away"_L1, Qt::CaseInsensitive) == 0;
    return readiness;
}

} // namespace slipway::operations
