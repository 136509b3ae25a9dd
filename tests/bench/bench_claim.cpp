// SPDX-License-Identifier: GPL-3.0-only
// Claiming a batch out of a long queue: against the same rows written by hand, and while others submit and claim.
#include "service/batching/claim.h"
#include "tests/bench/figures.h"
#include "tests/bench/waitingrequests.h"
#include "tests/database/support/databasefixture.h"

#include <QCoreApplication>

#include <atomic>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using bench::Series;
using database::Bindings;
using database::Connection;
using database::Statement;
using database::Transaction;

namespace {

constexpr int waiting = 100'000;
constexpr int taken = 1'000;
constexpr int pairs = 7;
constexpr int claimers = 8;
constexpr int claimsTogether = 100;
constexpr double longestEnqueue = 100; // Milliseconds.

constexpr Statement freeSlot { "bench/free_slot", "UPDATE merge_batch SET status = 3 WHERE status = 1" };
constexpr Statement slot {
    "bench/slot", "INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES ('access', 1, 'CLAIMED', '')"
};
constexpr Statement oldest { "bench/oldest",
                             "SELECT id FROM merge_batch_request WHERE partition_key = 'access' AND batch_id IS NULL AND "
                             "split_group IS NULL ORDER BY priority, created_at, id LIMIT 1000" };
constexpr Statement take {
    "bench/take",
    "UPDATE merge_batch_request FORCE INDEX (PRIMARY) SET batch_id = :batch WHERE batch_id IS NULL AND id "
    "IN (:ids)"
};
constexpr Statement members {
    "bench/members",
    "INSERT INTO batch_member_history (batch_id, operation_id, outcome, at) SELECT batch_id, "
    "operation_id, 'CLAIMED', CURRENT_TIMESTAMP(6) FROM merge_batch_request WHERE batch_id = :batch"
};
constexpr Statement operations {
    "bench/operations",
    "UPDATE operation o JOIN merge_batch_request r ON r.operation_id = o.operation_id SET "
    "o.batch_id = r.batch_id, o.step_status = 10001, o.binding_status = 'MR_CREATING', o.version = "
    "o.version + 1 WHERE r.batch_id = :batch"
};
constexpr Statement bindings { "bench/bindings",
                               "UPDATE binding b JOIN operation o ON o.operation_id = b.operation_id SET b.status = "
                               "'MR_CREATING', b.version = b.version + 1 WHERE o.batch_id = :batch" };
constexpr Statement history { "bench/history",
                              "INSERT INTO operation_history (operation_id, version, event, cause, from_step, to_step, "
                              "from_status, to_status, batch_id, actor, instance) SELECT operation_id, version, 'CLAIMED', "
                              "'ENGINE', 10406, step_status, 'QUEUED', binding_status, batch_id, '', 'bench' FROM operation "
                              "WHERE batch_id = :batch" };
constexpr Statement enqueue { "bench/enqueue",
                              "INSERT INTO merge_batch_request (operation_id, partition_key) VALUES (:operation, 'access')" };

struct Id {
    qint64 id;
    static Id read(const database::Row &row) { return { row.number("id") }; }
};

RoundAnswer claim(Connection &connection, int limit)
{
    const workflow::BatchProgress progress(InstanceId(u"bench"_s));
    return batching::claim(connection, progress, PartitionKey(u"access"_s), { limit, limit }, { workflow::Cause::Engine, {} });
}

/// The same rows, written by somebody who checks nothing.
void claimBare(Connection &connection)
{
    database::inTransaction(connection, "bench.bare", [&](Transaction &transaction) {
        const qint64 batch = transaction.insert(slot);
        QVariantList ids;
        for (const Id &row : transaction.select<Id>(oldest))
            ids.append(row.id);
        for (qsizetype first = 0; first < ids.size(); first += 500)
            transaction.affect(take, { { "batch", batch }, { "ids", ids.mid(first, 500) } });
        for (const Statement *statement : { &members, &operations, &bindings, &history })
            transaction.affect(*statement, { { "batch", batch } });
    });
}

void alone(Connection &connection, bench::Figures &figures)
{
    Series ours, bare, ratio;
    for (int i = 0; i < pairs; ++i) {
        const double one = bench::milliseconds([&] {
            if (claim(connection, taken).members != taken)
                throw std::runtime_error("the claim did not take what waits");
        });
        connection.write(freeSlot);
        const double other = bench::milliseconds([&] { claimBare(connection); });
        connection.write(freeSlot);
        ours.add(one);
        bare.add(other);
        ratio.add(one / other);
    }
    figures.add(u"claim of 1,000 out of 100,000, median of %1"_s.arg(pairs), ours.median(), u"ms"_s);
    figures.add(u"the same rows written without any check"_s, bare.median(), u"ms"_s);
    figures.add(u"ratio, median of pairs"_s, ratio.median(), u"times"_s, 2);
}

/// Claimers fight for one slot while somebody submits; whoever gets it gives it back at once.
void together(const database::Settings &settings, bench::Figures &figures)
{
    std::atomic_int won { 0 }, errors { 0 };
    std::atomic_bool isOver { false };
    std::vector<std::thread> threads;
    for (int i = 0; i < claimers; ++i) {
        threads.emplace_back([&] {
            Connection connection(settings);
            while (won < claimsTogether) {
                try {
                    if (claim(connection, 200).kind != RoundAnswer::Kind::Claimed)
                        continue;
                    ++won;
                    connection.write(freeSlot);
                } catch (const Error &) {
                    ++errors;
                }
            }
        });
    }
    Series waits;
    std::thread submitter([&] {
        Connection connection(settings);
        for (int i = 0; !isOver; ++i) {
            waits.add(bench::milliseconds([&] {
                connection.write(enqueue, { { "operation", u"enqueued-%1"_s.arg(i, 8, 10, QLatin1Char('0')) } });
            }));
        }
    });
    for (std::thread &thread : threads)
        thread.join();
    isOver = true;
    submitter.join();
    figures.add(u"enqueue while %1 claimers fight, median"_s.arg(claimers), waits.median(), u"ms"_s);
    figures.add(u"enqueue, 99th percentile"_s, waits.quantile(0.99), u"ms"_s);
    figures.add(u"enqueue, longest"_s, waits.largest(), u"ms"_s, longestEnqueue);
    figures.add(u"errors that reached a claimer in %1 claims"_s.arg(won.load()), errors, u""_s, 0);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    database::DatabaseFixture fixture;
    const database::Settings settings = fixture.freshSchema();
    Connection connection(settings);
    bench::WaitingRequests(connection).add(waiting, "access");
    bench::Figures figures(u"claim"_s);
    alone(connection, figures);
    together(settings, figures);
    return figures.finish(application.arguments());
}
