// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/placements.h"

#include "sql/operations.h"

namespace slipway::operations {

QList<catalogue::Placement> placementsOf(database::Connection &connection)
{
    QList<catalogue::Placement> all;
    connection.run(sql::operations::placements, {}, [&](const database::Row &row) {
        all.append({ row.id<TargetKey>("target_key"), row.id<PartitionKey>("partition_key") });
    });
    return all;
}

} // namespace slipway::operations
