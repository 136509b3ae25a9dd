// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/partitions.h"

#include "shared/catalogue/catalogue.h"
#include "shared/error.h"

namespace slipway {

forge::Project projectOf(const Services &services, const PartitionKey &partition)
{
    const auto catalogue = services.targets();
    const catalogue::Partition *found = catalogue ? catalogue->partition(partition) : nullptr;
    if (!found)
        throw Error(Code::Unavailable, QStringLiteral("the catalogue in force names no partition '%1'").arg(partition.value()));
    return { found->project, found->branch };
}

QList<PartitionKey> partitionsOf(const Services &services, const QString &project)
{
    QList<PartitionKey> keys;
    if (const auto catalogue = services.targets()) {
        for (const catalogue::Partition &partition : catalogue->partitions()) {
            if (partition.project == project)
                keys.append(partition.key);
        }
    }
    return keys;
}

} // namespace slipway
