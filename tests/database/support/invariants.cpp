// SPDX-License-Identifier: GPL-3.0-only
#include "tests/database/support/invariants.h"

#include "sql/invariants.h"

using namespace Qt::StringLiterals;

namespace slipway::database {

QStringList brokenInvariants(Connection &connection)
{
    QStringList broken;
    for (const Statement &invariant : sql::invariants::all) {
        const QString name = QString::fromLatin1(invariant.name).section(u'/', 1);
        connection.run(invariant, {}, [&](const Row &row) {
            broken.append(u"%1: %2: %3"_s.arg(name, row.text("subject"), row.text("problem")));
        });
    }
    return broken;
}

} // namespace slipway::database
