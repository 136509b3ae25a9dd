// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/readiness.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

bool Readiness::isReady() const { return std::ranges::all_of(checks, &Check::isGood); }

Readiness readinessOf(const Services &services)
{
    const DatabaseHealth database = services.databaseHealth ? services.databaseHealth() : DatabaseHealth();
    const bool hasCatalogue = services.targets && services.targets();
    const bool isDraining = services.draining && services.draining();
    Readiness readiness;
    readiness.checks = {
        { u"database"_s, database.answers && database.takesWork, database.words },
        { u"schema"_s, database.schemaFits, database.schemaWords },
        { u"config"_s, services.config != nullptr, services.config ? u"is loaded"_s : u"is not loaded"_s },
        { u"catalogue"_s, hasCatalogue, hasCatalogue ? u"is valid"_s : u"was never valid"_s },
        { u"draining"_s, !isDraining, isDraining ? u"is being stopped"_s : u"takes new work"_s },
    };
    const QJsonObject forge = services.forgeHealth ? services.forgeHealth() : QJsonObject();
    readiness.isDegraded = forge.value("state"_L1).toString().compare("away"_L1, Qt::CaseInsensitive) == 0;
    return readiness;
}

} // namespace slipway::operations
