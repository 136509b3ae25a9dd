// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/claim.h"
#include "sql/workflow.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using batching::ClaimLimits;

class ClaimTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_settings = m_fixture->freshSchema();
        m_connection = std::make_unique<database::Connection>(m_settings);
        m_requests = std::make_unique<Requests>(*m_connection);
    }
    void cleanup()
    {
        QCOMPARE(database::brokenInvariants(*m_connection), QStringList());
        m_requests.reset();
        m_connection.reset();
    }

    void claimTakesTheOldestUpToTheLimit();
    void secondClaimFindsTheSlotOccupied();
    void emptyWaitingSetLeavesNoBatchBehind();
    void lowestGroupIsClaimedAndNothingElse();
    void contentThatFailedAloneIsClaimedAlone();
    void whoseContentFailedAloneIsPassedOverByTheOthers();
    void aMemberThatStandsElsewhereStopsTheWholeBatch();
    void ofManyClaimersExactlyOneGetsTheSlot();
    void submittersAreNotHeldUpByAnOpenClaim();

private:
    RoundAnswer claim(database::Connection &connection, ClaimLimits limits = {})
    {
        const workflow::BatchProgress progress(InstanceId(u"test"_s));
        return batching::claim(connection, progress, PartitionKey(u"access"_s), limits, { workflow::Cause::Engine, {} });
    }
    static constexpr database::Statement batches { "test/batches", "SELECT COUNT(*) AS n FROM merge_batch" };
    static constexpr database::Statement waiting { "test/waiting",
                                                   "SELECT COUNT(*) AS n FROM merge_batch_request WHERE batch_id IS NULL" };

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    database::Settings m_settings;
    std::unique_ptr<database::Connection> m_connection;
    std::unique_ptr<Requests> m_requests;
};

void ClaimTest::claimTakesTheOldestUpToTheLimit()
{
    QList<OperationId> ids;
    for (int i = 0; i < 5; ++i)
        ids.append(m_requests->queued(u"subject-%1"_s.arg(i)));
    const auto answer = claim(*m_connection, { .requests = 3, .files = 400 });
    QCOMPARE(answer.kind, RoundAnswer::Kind::Claimed);
    QCOMPARE(answer.members, 3);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(m_requests->standing(ids[i]).step, i < 3 ? 10001 : 10406);
}

void ClaimTest::secondClaimFindsTheSlotOccupied()
{
    m_requests->queued(u"ann"_s);
    QCOMPARE(claim(*m_connection).kind, RoundAnswer::Kind::Claimed);
    m_requests->queued(u"ben"_s);
    QCOMPARE(claim(*m_connection).kind, RoundAnswer::Kind::SlotOccupied);
    QCOMPARE(m_requests->count(waiting), 1);
}

void ClaimTest::emptyWaitingSetLeavesNoBatchBehind()
{
    QCOMPARE(claim(*m_connection).kind, RoundAnswer::Kind::NothingWaiting);
    QCOMPARE(m_requests->count(batches), 0);
}

void ClaimTest::lowestGroupIsClaimedAndNothingElse()
{
    QList<OperationId> ids;
    for (int i = 0; i < 6; ++i)
        ids.append(m_requests->queued(u"subject-%1"_s.arg(i)));
    m_connection->write({ "test/groups",
                          "UPDATE merge_batch_request SET split_group = CASE WHEN id IN (2, 5) THEN -2 ELSE -1 END "
                          "WHERE id IN (2, 3, 5)" });
    const auto answer = claim(*m_connection);
    QCOMPARE(answer.members, 2);
    for (int i = 0; i < 6; ++i)
        QCOMPARE(m_requests->standing(ids[i]).step, i == 1 || i == 4 ? 10001 : 10406);
}

void ClaimTest::contentThatFailedAloneIsClaimedAlone()
{
    const OperationId failed = m_requests->queued(u"bad"_s);
    m_connection->write({ "test/failed", "UPDATE operation SET failed_alone_at = CURRENT_TIMESTAMP(6)" });
    m_requests->queued(u"ann"_s);
    m_requests->queued(u"ben"_s);
    QCOMPARE(claim(*m_connection).members, 1);
    QCOMPARE(m_requests->standing(failed).step, 10001);
}

void ClaimTest::whoseContentFailedAloneIsPassedOverByTheOthers()
{
    m_requests->queued(u"ann"_s);
    const OperationId failed = m_requests->queued(u"bad"_s);
    m_connection->write(
        { "test/failed", "UPDATE operation SET failed_alone_at = CURRENT_TIMESTAMP(6) WHERE subject_id = 'bad'" });
    m_requests->queued(u"ben"_s);
    QCOMPARE(claim(*m_connection).members, 2);
    QCOMPARE(m_requests->standing(failed).step, 10406);
}

void ClaimTest::aMemberThatStandsElsewhereStopsTheWholeBatch() // P41
{
    QList<OperationId> ids;
    for (int i = 0; i < 7; ++i)
        ids.append(m_requests->queued(u"subject-%1"_s.arg(i)));
    const BatchId batch = claim(*m_connection).batch.value();
    const workflow::BatchProgress progress(InstanceId(u"test"_s));
    const auto settle = [&] {
        auto row = m_connection->selectOne<workflow::BatchRow>(sql::workflow::batch_by_id, { { "batch", batch.value() } });
        return database::inTransaction(*m_connection, "test.settle", [&](database::Transaction &transaction) {
            return progress.advance(
                transaction, row.value(),
                { .to = { .status = workflow::BatchStatus::Failed }, .event = workflow::Event::BatchFailedCreating });
        });
    };
    m_requests->move(ids[3], workflow::Event::MergeRequestOpened);
    QVERIFY_THROWS_EXCEPTION(Error, settle());
    for (int i = 0; i < 7; ++i)
        QCOMPARE(m_requests->standing(ids[i]).step, i == 3 ? 10009 : 10001);
    for (int i = 0; i < 7; ++i) {
        if (i != 3)
            m_requests->move(ids[i], workflow::Event::MergeRequestOpened);
    }
    m_connection->write({ "test/phase", "UPDATE merge_batch SET phase = 'PIPELINE'" });
    QVERIFY(settle());
    m_connection->write({ "test/gone", "DELETE FROM merge_batch_request" });
}

void ClaimTest::ofManyClaimersExactlyOneGetsTheSlot()
{
    for (int i = 0; i < 20; ++i)
        m_requests->queued(u"subject-%1"_s.arg(i));
    std::atomic_int claimed { 0 };
    std::atomic_int other { 0 };
    std::vector<std::thread> claimers;
    for (int i = 0; i < 8; ++i) {
        claimers.emplace_back([&] {
            database::Connection connection(m_settings);
            const auto kind = claim(connection).kind;
            claimed += kind == RoundAnswer::Kind::Claimed;
            other += kind != RoundAnswer::Kind::Claimed && kind != RoundAnswer::Kind::SlotOccupied;
        });
    }
    for (std::thread &claimer : claimers)
        claimer.join();
    QCOMPARE(claimed.load(), 1);
    QCOMPARE(other.load(), 0);
    QCOMPARE(m_requests->count(batches), 1);
}

void ClaimTest::submittersAreNotHeldUpByAnOpenClaim()
{
    for (int i = 0; i < 6; ++i)
        m_requests->queued(u"subject-%1"_s.arg(i));
    // A claim in the middle of its transaction, on a connection of its own: whoever submits meanwhile must not need its locks.
    database::Connection claimer(m_settings);
    database::Transaction open(claimer, "test.claim");
    static constexpr database::Statement slot {
        "test/slot", "INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES ('access', 1, 'CLAIMED', '')"
    };
    static constexpr database::Statement take { "test/take",
                                                "UPDATE merge_batch_request FORCE INDEX (PRIMARY) SET batch_id = :batch WHERE "
                                                "batch_id IS NULL AND id IN (1, 2, 3, 4, 5, 6)" };
    const qint64 batch = open.insert(slot);
    QCOMPARE(open.affect(take, { { "batch", batch } }), 6);
    m_requests->queued(u"meanwhile"_s); // Would throw a lock timeout after three seconds.
    QCOMPARE(m_requests->count(waiting), 7);
    open.rollback();
}

QTEST_GUILESS_MAIN(ClaimTest)
#include "tst_claim.moc"
