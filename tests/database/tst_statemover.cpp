// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/taskqueue.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;
using workflow::Moved;

class StateMoverTest : public QObject {
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

    void moveWritesOperationBindingAndHistoryTogether();
    void eventWithoutAnEdgeChangesNothing();
    void repeatedEventIsAlreadyThere();
    void moveOfARowSeenInAnotherVersionIsStale();
    void replacedOperationIsFrozen();
    void rejectedBindingIsTakenOverInPlace();
    void landingMakesTheParametersEffective();
    void ofManyWritersExactlyOneFlips();

private:
    static constexpr database::Statement historyRows {
        "test/history_rows", "SELECT COUNT(*) AS n FROM operation_history WHERE operation_id = :operation"
    };
    static constexpr database::Statement effectiveOf {
        "test/effective_of", "SELECT COUNT(*) AS n FROM binding WHERE effective_operation_id = :operation"
    };

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    database::Settings m_settings;
    std::unique_ptr<database::Connection> m_connection;
    std::unique_ptr<Requests> m_requests;
};

void StateMoverTest::moveWritesOperationBindingAndHistoryTogether()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    QCOMPARE(m_requests->move(id, Event::ApprovalSent), Moved::Flipped);
    const auto now = m_requests->standing(id);
    QCOMPARE(now.step, 10402);
    QCOMPARE(now.status, u"APPROVAL_SENT"_s);
    QCOMPARE(now.bindingStatus, now.status);
    QCOMPARE(now.version, 2);
    QCOMPARE(m_requests->count(historyRows, { { "operation", id.value() } }), 2);
}

void StateMoverTest::eventWithoutAnEdgeChangesNothing()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    QCOMPARE(m_requests->move(id, Event::Deployed), Moved::Stale);
    QCOMPARE(m_requests->standing(id).version, 1);
    QCOMPARE(m_requests->move(OperationId(u"unknown-operation"_s), Event::Deployed), Moved::Unknown);
}

void StateMoverTest::repeatedEventIsAlreadyThere()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    QCOMPARE(m_requests->move(id, Event::ApprovalSent), Moved::Flipped);
    QCOMPARE(m_requests->move(id, Event::ApprovalSent), Moved::AlreadyThere);
    QCOMPARE(m_requests->standing(id).version, 2);
}

void StateMoverTest::moveOfARowSeenInAnotherVersionIsStale()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    const workflow::StateMover states(InstanceId(u"test"_s));
    const auto moved = database::inTransaction(*m_connection, "test.move", [&](database::Transaction &transaction) {
        return states.move(transaction, id, Event::ApprovalSent, { workflow::Cause::Operator, u"olga"_s }, 7);
    });
    QCOMPARE(moved, Moved::Stale);
}

void StateMoverTest::replacedOperationIsFrozen()
{
    const auto first = m_requests->awaiting(u"ann"_s);
    QCOMPARE(m_requests->move(first, Event::ApprovalRejected), Moved::Flipped);
    const workflow::StateMover states(InstanceId(u"test"_s));
    const OperationId second(u"operation-second"_s);
    database::inTransaction(*m_connection, "test.begin", [&](database::Transaction &transaction) {
        const auto began = states.begin(transaction,
                                        { .id = second,
                                          .fingerprint = QString(64, u'1'),
                                          .requester = u"alice"_s,
                                          .subject = SubjectId(u"ann"_s),
                                          .target = TargetKey(u"db/read"_s),
                                          .parameters = u"{}"_s,
                                          .reason = u"again"_s,
                                          .partition = PartitionKey(u"access"_s) },
                                        workflow::ReplacedBinding { first, workflow::Status::Rejected, 2 },
                                        Event::SubmittedApprovalFirst, { workflow::Cause::User, u"alice"_s });
        workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::SendApproval, second.value());
        QCOMPARE(began, workflow::StateMover::Began::Begun);
    });
    QCOMPARE(m_requests->move(first, Event::ApprovedBatched), Moved::Stale);
    QCOMPARE(m_requests->standing(first).bindingStatus, QString());
    QCOMPARE(m_requests->standing(second).bindingStatus, u"APPROVAL_SENDING"_s);
}

void StateMoverTest::rejectedBindingIsTakenOverInPlace()
{
    const auto first = m_requests->awaiting(u"ann"_s);
    m_requests->move(first, Event::ApprovalRejected);
    const workflow::StateMover states(InstanceId(u"test"_s));
    // Read before somebody else moved it: the reset must notice.
    const auto began = database::inTransaction(*m_connection, "test.begin", [&](database::Transaction &transaction) {
        const auto answer = states.begin(transaction,
                                         { .id = OperationId(u"operation-late"_s),
                                           .fingerprint = QString(64, u'1'),
                                           .requester = u"alice"_s,
                                           .subject = SubjectId(u"ann"_s),
                                           .target = TargetKey(u"db/read"_s),
                                           .parameters = u"{}"_s,
                                           .reason = u"again"_s,
                                           .partition = PartitionKey(u"access"_s) },
                                         workflow::ReplacedBinding { first, workflow::Status::Rejected, 1 },
                                         Event::SubmittedApprovalFirst, { workflow::Cause::User, u"alice"_s });
        transaction.rollback();
        return answer;
    });
    QCOMPARE(began, workflow::StateMover::Began::BindingTaken);
}

void StateMoverTest::landingMakesTheParametersEffective()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    m_requests->move(id, Event::ApprovedSingle);
    m_requests->move(id, Event::MergeRequestOpened);
    QCOMPARE(m_requests->count(effectiveOf, { { "operation", id.value() } }), 0);
    QCOMPARE(m_requests->move(id, Event::ReadMerged), Moved::Flipped);
    QCOMPARE(m_requests->count(effectiveOf, { { "operation", id.value() } }), 1);
    QCOMPARE(m_requests->move(id, Event::Deployed), Moved::Flipped);
}

void StateMoverTest::ofManyWritersExactlyOneFlips()
{
    const auto id = m_requests->awaiting(u"ann"_s);
    std::atomic_int flipped { 0 };
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([&] {
            database::Connection connection(m_settings);
            Requests requests(connection);
            flipped += requests.move(id, Event::ApprovalSent) == Moved::Flipped;
        });
    }
    for (std::thread &writer : writers)
        writer.join();
    QCOMPARE(flipped.load(), 1);
    QCOMPARE(m_requests->standing(id).version, 2);
}

QTEST_GUILESS_MAIN(StateMoverTest)
#include "tst_statemover.moc"
