// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::batching {

/// Whether a round waits for more company first.
enum class Linger : quint8 { Yes, No };

/// One round for one partition: the timer and an operator call the same function, at the same time if it so happens. Looks without
/// locks first, so that a held slot or an empty waiting set costs two reads and disturbs nobody.
RoundAnswer runRound(const Services &services, database::Connection &connection, const PartitionKey &partition, Linger linger,
                     const QString &actor);

/// A round with linger for every partition in which something waits; returns what each came to.
struct PartitionRound {
    PartitionKey partition;
    RoundAnswer answer;
};
std::vector<PartitionRound> runRounds(const Services &services, database::Connection &connection);

} // namespace slipway::batching
