// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/claim.h"
#include "service/workflow/batchlanding.h"
#include "sql/mergerequest.h"
#include "sql/workflow.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;
using workflow::Phase;

/// What a batch costs must not grow with its members, but for one more statement where a list is full: statements are counted for ten
/// members and for two hundred.
class TestRoundTrips : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanupTestCase() { m_fixture.reset(); }

    void claiming();
    void movingOn();
    void landing();
    void settling();
    void leaving();

private:
    static constexpr int few = 10, many = 200;

    /// Statements this connection had the server execute.
    qint64 statements()
    {
        qint64 count = 0;
        m_connection->run({ "test/questions", "SHOW SESSION STATUS LIKE 'Questions'" }, {},
                          [&](const database::Row &row) { count = row.text("Value").toLongLong(); });
        return count;
    }
    /// How many \a work takes on a batch of that many members, claimed and moved to \a phase.
    qint64 cost(int members, const std::vector<std::pair<Phase, Event>> &before,
                const std::function<void(workflow::BatchLanding &, database::Transaction &)> &work);
    void expectNoGrowth(const std::vector<std::pair<Phase, Event>> &before,
                        const std::function<void(workflow::BatchLanding &, database::Transaction &)> &work);
    RoundAnswer claim()
    {
        return batching::claim(*m_connection, m_progress, PartitionKey(u"access"_s), { .requests = many, .files = 1000 },
                               { workflow::Cause::Engine, {} });
    }
    void begin(int members)
    {
        m_connection = std::make_unique<database::Connection>(m_fixture->freshSchema());
        Requests requests(*m_connection);
        for (int i = 0; i < members; ++i)
            requests.queued(u"subject-%1"_s.arg(i));
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<database::Connection> m_connection;
    workflow::BatchProgress m_progress { InstanceId(u"test"_s) };
};

namespace {

const std::vector<std::pair<Phase, Event>> untilMerging {
    { Phase::Pipeline, Event::MergeRequestOpened }, { Phase::Approving, Event::PipelinePassed },
    { Phase::Approving, Event::HandleStarted },     { Phase::Merging, Event::BotsApproved },
    { Phase::Merging, Event::MergeSent },
};

} // namespace

qint64 TestRoundTrips::cost(int members, const std::vector<std::pair<Phase, Event>> &before,
                            const std::function<void(workflow::BatchLanding &, database::Transaction &)> &work)
{
    begin(members);
    const RoundAnswer claimed = claim();
    const auto row =
        m_connection->selectOne<workflow::BatchRow>(sql::workflow::batch_by_id, { { "batch", claimed.batch->value() } });
    workflow::BatchLanding landing(m_progress, *row);
    for (const auto &[phase, event] : before) {
        database::inTransaction(*m_connection, "test", [&](database::Transaction &transaction) {
            if (!landing.move(transaction, { .phase = phase, .event = event }))
                throw Error(Code::InternalError, u"moved by somebody else"_s);
        });
        landing.keep();
    }
    const qint64 start = statements();
    database::inTransaction(*m_connection, "test", [&](database::Transaction &transaction) { work(landing, transaction); });
    const qint64 spent = statements() - start;
    const QStringList broken = database::brokenInvariants(*m_connection);
    if (!broken.isEmpty())
        throw Error(Code::InternalError, broken.join(u'\n'));
    return spent;
}

void TestRoundTrips::expectNoGrowth(const std::vector<std::pair<Phase, Event>> &before,
                                    const std::function<void(workflow::BatchLanding &, database::Transaction &)> &work)
{
    const qint64 forFew = cost(few, before, work);
    const qint64 forMany = cost(many, before, work);
    qInfo("%lld statements for %d members, %lld for %d", static_cast<long long>(forFew), few, static_cast<long long>(forMany),
          many);
    QVERIFY(forFew > 0);
    QCOMPARE(forMany, forFew);
}

void TestRoundTrips::claiming()
{
    qint64 spent[2] {};
    for (const int round : { 0, 1 }) {
        begin(round == 0 ? few : many);
        const qint64 start = statements();
        QCOMPARE(claim().members, round == 0 ? few : many);
        spent[round] = statements() - start;
    }
    qInfo("%lld statements for %d members, %lld for %d", static_cast<long long>(spent[0]), few,
          static_cast<long long>(spent[1]), many);
    QCOMPARE(spent[1], spent[0]);
}

void TestRoundTrips::movingOn()
{
    expectNoGrowth({}, [](workflow::BatchLanding &landing, database::Transaction &transaction) {
        QVERIFY(landing.move(
            transaction,
            { .phase = Phase::Pipeline, .event = Event::MergeRequestOpened, .also = [&](database::Transaction &inside) {
                 landing.recordBuild(inside, QString(40, u'a'), QString(40, u'b'), QString(40, u'c'));
                 landing.recordMergeRequest(inside, MergeRequestIid(1));
             } }));
    });
}

void TestRoundTrips::landing()
{
    expectNoGrowth(untilMerging, [](workflow::BatchLanding &landing, database::Transaction &transaction) {
        QVERIFY(landing.move(transaction,
                             { .phase = Phase::Verify, .event = Event::ReadMerged, .also = [&](database::Transaction &inside) {
                                  landing.recordMerge(inside, QString(40, u'd'));
                              } }));
    });
}

void TestRoundTrips::settling()
{
    expectNoGrowth({ { Phase::Pipeline, Event::MergeRequestOpened } },
                   [](workflow::BatchLanding &landing, database::Transaction &transaction) {
                       const database::Bindings one { { "batch", landing.batch().id.value() } };
                       QVERIFY(landing.advance(
                           transaction,
                           { .to = { .status = workflow::BatchStatus::Failed, .phase = {}, .failureCode = {}, .message = {} },
                             .event = Event::BatchRequeued,
                             .also = [&](database::Transaction &inside) {
                                 inside.affect(sql::workflow::record_member_outcome,
                                               { { "outcome", u"REQUEUED"_s }, { "batch", landing.batch().id.value() } });
                                 inside.affect(sql::mergerequest::clear_members, one);
                                 inside.affect(sql::mergerequest::free_waiting_rows, one);
                             } }));
                   });
}

void TestRoundTrips::leaving()
{
    expectNoGrowth({}, [](workflow::BatchLanding &landing, database::Transaction &transaction) {
        std::vector<workflow::Leaving> leaving;
        transaction.run(
            { "test/members", "SELECT operation_id FROM merge_batch_request ORDER BY operation_id" }, {},
            [&](const database::Row &row) {
                leaving.push_back({ row.id<OperationId>("operation_id"), Event::LeftBeforeLanding, u"withdrawn"_s });
            });
        leaving.pop_back(); // A batch without members is none.
        QVERIFY(landing.release(transaction, leaving));
    });
}

QTEST_GUILESS_MAIN(TestRoundTrips)
#include "tst_roundtrips.moc"
