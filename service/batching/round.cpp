// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/round.h"

#include "service/batching/claim.h"
#include "service/configuration/hotconfig.h"
#include "service/contract/freeze.h"
#include "service/contract/handovertimes.h"
#include "service/contract/refusedtokens.h"
#include "shared/clock.h"
#include "shared/config/keytable.h"
#include "sql/batching.h"

namespace slipway::batching {

using namespace Qt::StringLiterals;
using database::Row;

namespace {

struct WaitingSet {
    qint64 waiting = 0;
    std::chrono::milliseconds oldest { 0 };
    bool isSplit = false; ///< Halves of a batch that failed are among them: they run next, whoever else might come.
    static WaitingSet read(const Row &row)
    {
        return { row.number("waiting"), std::chrono::milliseconds(row.maybeNumber("oldest_ms").value_or(0)),
                 row.number("in_groups") > 0 };
    }
};

struct Holder {
    BatchId batch;
    static Holder read(const Row &row) { return { row.id<BatchId>("id") }; }
};

struct Mode {
    QString mode;
    static Mode read(const Row &row) { return { row.text("mode") }; }
};

struct Partition {
    PartitionKey key;
    static Partition read(const Row &row) { return { row.id<PartitionKey>("partition_key") }; }
};

bool isOpen(const Services &services, database::Connection &connection, const database::Bindings &partition)
{
    const auto mode = connection.selectOne<Mode>(sql::batching::partition_mode, partition);
    return (!mode || mode->mode == "OPEN"_L1) && !isFrozen(*services.config, services.clock->now())
        && refusedTokens(services).isEmpty();
}

} // namespace

RoundAnswer runRound(const Services &services, database::Connection &connection, const PartitionKey &partition, Linger linger,
                     const QString &actor)
{
    const database::Bindings one { { "partition", partition.value() } };
    if (!isOpen(services, connection, one))
        return { RoundAnswer::Kind::Paused };
    if (const auto holder = connection.selectOne<Holder>(sql::batching::slot_holder, one))
        return { RoundAnswer::Kind::SlotOccupied, holder->batch };

    const auto config = services.config->snapshot();
    const ClaimLimits limits { int(config->number(key("batch.maxRequests"))), int(config->number(key("batch.maxFiles"))) };
    const auto set = connection.selectOne<WaitingSet>(sql::batching::waiting_set, one).value_or(WaitingSet {});
    if (set.waiting == 0)
        return { RoundAnswer::Kind::NothingWaiting };
    const std::chrono::milliseconds company(config->number(key("batch.lingerMs")));
    if (linger == Linger::Yes && !set.isSplit && set.waiting < limits.requests && set.oldest < company)
        return { RoundAnswer::Kind::Lingering };

    const workflow::BatchProgress progress(services.instance);
    const workflow::Because because { actor.isEmpty() ? workflow::Cause::Engine : workflow::Cause::Operator, actor };
    const auto began = services.clock->steady();
    RoundAnswer answer = claim(connection, progress, partition, limits, because);
    if (answer.kind == RoundAnswer::Kind::SlotOccupied) {
        if (const auto holder = connection.selectOne<Holder>(sql::batching::slot_holder, one))
            answer.batch = holder->batch;
    }
    if (answer.kind == RoundAnswer::Kind::Claimed) {
        services.wakeEngine();
        // Committed, and the engine knows: nothing that becomes of a number can touch the batch any more.
        if (services.handovers)
            services.handovers->observed(
                std::chrono::duration_cast<std::chrono::microseconds>(services.clock->steady() - began));
    }
    return answer;
}

std::vector<PartitionRound> runRounds(const Services &services, database::Connection &connection)
{
    std::vector<PartitionRound> rounds;
    for (const Partition &partition : connection.select<Partition>(sql::batching::waiting_partitions))
        rounds.push_back({ partition.key, runRound(services, connection, partition.key, Linger::Yes, {}) });
    return rounds;
}

} // namespace slipway::batching
