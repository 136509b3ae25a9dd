// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/round.h"
#include "service/configuration/hotconfig.h"
#include "service/contract/handovertimes.h"
#include "service/workflow/batchprogress.h"
#include "shared/clock.h"
#include "shared/error.h"
#include "shared/failpoint.h"
#include "sql/mergerequest.h"
#include "sql/workflow.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

constexpr int rounds = 1000;
constexpr int claimers = 8;
constexpr int instances = 3;

constexpr database::Statement crowdedPartitions { "test/crowded",
                                                  "SELECT COUNT(*) AS n FROM (SELECT partition_key FROM merge_batch WHERE "
                                                  "status IN (1, 4) GROUP BY partition_key HAVING COUNT(*) > 1) c" };
constexpr database::Statement claimedTwice {
    "test/claimed_twice",
    "SELECT COUNT(*) AS n FROM (SELECT batch_id, operation_id FROM batch_member_history WHERE outcome = 'CLAIMED' "
    "GROUP BY batch_id, operation_id HAVING COUNT(*) > 1) c"
};
constexpr database::Statement endedTasks { "test/ended_tasks", "DELETE FROM workflow_task WHERE kind = 'batch.advance'" };

} // namespace

/// Timers and maintainers of three instances run rounds at the same time, a thousand times: what the database alone has to judge.
class RoundsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aThousandRoundsOfThreeInstancesNeverHaveTwoBatchesInOnePartition();
    void noRoundBeginsWhileGitLabRefusesAToken();
    void halvesOfASplitBatchWaitForNoCompany();
    void aHandOverIsTimedOnceItIsCommittedAndNeverOtherwise();

private:
    struct Tally {
        std::atomic_int claimed { 0 };
        std::atomic_int crowded { 0 };
        std::atomic<qint64> longestEnqueueMs { 0 };
        std::mutex lock;
        QStringList problems; ///< Whatever reached a caller as an exception.

        void note(const std::exception &error)
        {
            const std::lock_guard guard(lock);
            problems.append(QString::fromUtf8(error.what()));
            claimed = rounds; // Enough is known.
        }
    };
    void runRounds(int claimer, Tally &tally);
    void enqueueMeanwhile(Tally &tally);
    static void settle(database::Connection &connection, BatchId batch, const InstanceId &instance);

    database::Settings m_settings;
    SystemClock m_clock;
    configuration::HotConfig m_config;
};

/// As the settle step ends a batch whose members run again.
void RoundsTest::settle(database::Connection &connection, BatchId batch, const InstanceId &instance)
{
    const workflow::BatchProgress progress(instance);
    auto row = connection.selectOne<workflow::BatchRow>(sql::workflow::batch_by_id, { { "batch", batch.value() } });
    const bool moved = database::inTransaction(connection, "test.settle", [&](database::Transaction &transaction) {
        workflow::BatchRow settled = row.value();
        return progress.advance(transaction, settled,
                                { .to = { .status = workflow::BatchStatus::Failed },
                                  .event = workflow::Event::BatchRequeued,
                                  .because = { workflow::Cause::Engine, {} },
                                  .also = [&](database::Transaction &same) {
                                      const database::Bindings one { { "batch", batch.value() } };
                                      same.affect(sql::workflow::record_member_outcome,
                                                  { { "outcome", u"REQUEUED"_s }, { "batch", batch.value() } });
                                      same.affect(sql::mergerequest::clear_members, one);
                                      same.affect(sql::mergerequest::free_waiting_rows, one);
                                  } });
    });
    if (!moved)
        throw std::logic_error("somebody else settled the batch");
}

void RoundsTest::runRounds(int claimer, Tally &tally)
{
    try {
        database::Connection connection(m_settings);
        Services services;
        services.config = &m_config;
        services.clock = &m_clock;
        services.instance = InstanceId(u"instance-%1"_s.arg(claimer % instances));
        services.wakeEngine = [] {};
        // The even ones are timers, which find no linger left, the odd ones maintainers.
        const QString actor = claimer % 2 == 0 ? QString() : u"olga"_s;
        while (tally.claimed < rounds) {
            const RoundAnswer answer =
                batching::runRound(services, connection, PartitionKey(u"access"_s), batching::Linger::No, actor);
            connection.run(crowdedPartitions, {}, [&](const database::Row &row) { tally.crowded += int(row.number("n")); });
            if (answer.kind != RoundAnswer::Kind::Claimed)
                continue;
            ++tally.claimed;
            settle(connection, *answer.batch, services.instance);
        }
    } catch (const std::exception &error) {
        tally.note(error);
    }
}

void RoundsTest::enqueueMeanwhile(Tally &tally)
{
    try {
        database::Connection connection(m_settings);
        Requests requests(connection);
        for (int i = 0; i < 20 && tally.claimed < rounds; ++i) {
            QElapsedTimer clock;
            clock.start();
            requests.queued(u"subject-%1"_s.arg(i));
            tally.longestEnqueueMs = std::max<qint64>(tally.longestEnqueueMs, clock.elapsed());
            while (tally.claimed < rounds && tally.claimed < i * 40)
                std::this_thread::yield();
        }
    } catch (const std::exception &error) {
        tally.note(error);
    }
}

void RoundsTest::aThousandRoundsOfThreeInstancesNeverHaveTwoBatchesInOnePartition()
{
    database::DatabaseFixture fixture;
    m_settings = fixture.freshSchema();
    Tally tally;
    std::vector<std::thread> threads;
    threads.emplace_back([&] { enqueueMeanwhile(tally); });
    for (int claimer = 0; claimer < claimers; ++claimer)
        threads.emplace_back([this, claimer, &tally] { runRounds(claimer, tally); });
    for (std::thread &thread : threads)
        thread.join();

    QCOMPARE(tally.problems, QStringList());
    QCOMPARE(tally.crowded.load(), 0);
    QVERIFY(tally.claimed >= rounds);
    QVERIFY2(tally.longestEnqueueMs < 3000, qPrintable(u"one enqueueing took %1 ms"_s.arg(tally.longestEnqueueMs.load())));
    database::Connection connection(m_settings);
    Requests requests(connection);
    QCOMPARE(requests.count({ "test/batches", "SELECT COUNT(*) AS n FROM merge_batch" }), qint64(tally.claimed));
    QCOMPARE(requests.count(claimedTwice), 0);
    connection.write(endedTasks);
    QCOMPARE(database::brokenInvariants(connection), QStringList());
}

void RoundsTest::noRoundBeginsWhileGitLabRefusesAToken()
{
    database::DatabaseFixture fixture;
    m_settings = fixture.freshSchema();
    database::Connection connection(m_settings);
    Requests(connection).queued(u"ann"_s);
    QJsonArray refused { QJsonObject { { u"bot"_s, u"author"_s } } };
    Services services;
    services.instance = InstanceId(u"test"_s);
    services.config = &m_config;
    services.clock = &m_clock;
    services.wakeEngine = [] {};
    services.forgeHealth = [&] { return QJsonObject { { u"refusedTokens"_s, refused } }; };
    const auto round = [&] {
        return batching::runRound(services, connection, PartitionKey(u"access"_s), batching::Linger::No, {}).kind;
    };
    QCOMPARE(round(), RoundAnswer::Kind::Paused);
    refused = {};
    QCOMPARE(round(), RoundAnswer::Kind::Claimed);
}

void RoundsTest::halvesOfASplitBatchWaitForNoCompany()
{
    database::DatabaseFixture fixture;
    m_settings = fixture.freshSchema();
    database::Connection connection(m_settings);
    Requests(connection).queued(u"ann"_s);
    Services services;
    services.instance = InstanceId(u"test"_s);
    services.config = &m_config;
    services.clock = &m_clock;
    services.wakeEngine = [] {};
    const auto round = [&] {
        return batching::runRound(services, connection, PartitionKey(u"access"_s), batching::Linger::Yes, {}).kind;
    };
    QCOMPARE(round(), RoundAnswer::Kind::Lingering);
    connection.write({ "test/split", "UPDATE merge_batch_request SET split_group = -1" });
    QCOMPARE(round(), RoundAnswer::Kind::Claimed);
}

void RoundsTest::aHandOverIsTimedOnceItIsCommittedAndNeverOtherwise()
{
    database::DatabaseFixture fixture;
    m_settings = fixture.freshSchema();
    database::Connection connection(m_settings);
    HandoverTimes times;
    Services services;
    services.instance = InstanceId(u"test"_s);
    services.config = &m_config;
    services.clock = &m_clock;
    services.handovers = &times;
    services.wakeEngine = [] {};
    const auto round = [&] {
        return batching::runRound(services, connection, PartitionKey(u"access"_s), batching::Linger::No, {}).kind;
    };
    QCOMPARE(round(), RoundAnswer::Kind::NothingWaiting);
    Requests(connection).queued(u"ann"_s);
    qputenv("SLIPWAY_FAILPOINTS", "commit.claim.before=error");
    failpoint::arm();
    QVERIFY_EXCEPTION_THROWN(round(), Error);
    qunsetenv("SLIPWAY_FAILPOINTS");
    failpoint::arm();
    QCOMPARE(times.text(), QByteArray());
    QCOMPARE(round(), RoundAnswer::Kind::Claimed);
    QVERIFY(times.text().contains("\nslipway_batch_handover_duration_seconds_count 1\n"));
    QVERIFY(times.text().contains("_bucket{le=\"+Inf\"} 1\n"));
    Requests(connection).queued(u"bob"_s);
    QCOMPARE(round(), RoundAnswer::Kind::SlotOccupied);
    QVERIFY(times.text().contains("\nslipway_batch_handover_duration_seconds_count 1\n"));
}

QTEST_GUILESS_MAIN(RoundsTest)
#include "tst_rounds.moc"
