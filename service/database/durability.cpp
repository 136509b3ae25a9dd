// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/durability.h"

#include "service/database/connection.h"
#include "sql/database.h"

using namespace Qt::StringLiterals;

namespace slipway::database {

void assertDurable(Connection &connection)
{
    qint64 found = -1;
    connection.run(sql::database::read_durability, {}, [&](const Row &row) { found = row.number("flush_log"); });
    if (found != 1)
        throw Error(Code::Unavailable,
                    u"the database runs with innodb_flush_log_at_trx_commit=%1: acknowledged requests would be lost in "
                    u"a crash; "
                    "set it to 1"_s.arg(found));
}

} // namespace slipway::database
