// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/outcomes.h"
#include "service/operations/retention.h"
#include "tests/database/frontdesk.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;
using workflow::Event;

/// Counters are read from history and never fall, also when history is purged under them and the service starts anew.
class TestOutcomes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void everyInstanceCountsTheSame();
    void aPurgeTakesNothingFromTheCounts();
    void aPurgeWhileHistoryIsReadIsNoticed();

private:
    OperationId landed(const QString &subject);
    OperationId rejected(const QString &subject);
    void age(const OperationId &operation);
    void purge() { QVERIFY(!Retention().purge(m_desk->services, m_desk->connection())); }
    /// As an instance shows them that has just started.
    QByteArray counts()
    {
        OutcomeCounts fresh;
        fresh.look(m_desk->connection());
        return fresh.text();
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
    std::unique_ptr<Requests> m_requests;
};

void TestOutcomes::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
    m_requests = std::make_unique<Requests>(m_desk->connection());
}

OperationId TestOutcomes::landed(const QString &subject)
{
    const OperationId id = m_requests->awaiting(subject);
    for (const Event event : { Event::ApprovedSingle, Event::MergeRequestOpened, Event::PipelinePassed, Event::HandleStarted,
                               Event::BotsApproved, Event::MergeSent, Event::ReadMerged, Event::Deployed })
        m_requests->move(id, event);
    m_desk->run("DELETE FROM workflow_task");
    return id;
}

OperationId TestOutcomes::rejected(const QString &subject)
{
    const OperationId id = m_requests->awaiting(subject);
    m_requests->move(id, Event::ApprovalRejected);
    m_desk->run("DELETE FROM workflow_task");
    return id;
}

void TestOutcomes::age(const OperationId &operation)
{
    const database::Bindings one { { "o", operation.value() } };
    m_desk->run("UPDATE operation SET created_at = TIMESTAMPADD(DAY, -800, created_at), "
                "updated_at = TIMESTAMPADD(DAY, -800, updated_at) WHERE operation_id = :o",
                one);
    m_desk->run("UPDATE operation_history SET at = TIMESTAMPADD(DAY, -800, at) WHERE operation_id = :o", one);
}

void TestOutcomes::everyInstanceCountsTheSame()
{
    OutcomeCounts early;
    early.look(m_desk->connection());
    QVERIFY(!early.text().contains("VALIDATED"));
    landed(u"ann"_s);
    landed(u"ben"_s);
    rejected(u"cem"_s);
    early.look(m_desk->connection());
    QVERIFY2(early.text().contains("{status=\"VALIDATED\"} 2\n"), early.text());
    QVERIFY2(early.text().contains("{status=\"REJECTED\"} 1\n"), early.text());
    QCOMPARE(counts(), early.text());
}

void TestOutcomes::aPurgeTakesNothingFromTheCounts()
{
    const OperationId first = landed(u"ann"_s), second = rejected(u"cem"_s);
    landed(u"ben"_s);
    // What is purged was settled long before.
    m_desk->run("UPDATE operation_history SET at = TIMESTAMPADD(HOUR, -1, at)");
    OutcomeCounts running;
    running.look(m_desk->connection());
    const QByteArray before = counts();
    const auto history = [&] { return m_desk->count("SELECT COUNT(*) AS n FROM operation_history"); };
    const qint64 rows = history();
    age(first);
    purge();
    QVERIFY(history() < rows);
    QCOMPARE(counts(), before);
    age(second);
    purge();
    QCOMPARE(counts(), before);
    running.look(m_desk->connection());
    QCOMPARE(running.text(), before);
}

void TestOutcomes::aPurgeWhileHistoryIsReadIsNoticed()
{
    const OperationId old = landed(u"ann"_s);
    landed(u"ben"_s);
    const QByteArray before = counts();
    age(old);
    // Longer than one look takes in: the sums are seen before the purge, some of the rows after it.
    m_desk->run("UPDATE operation_history SET id = id + 300000 WHERE operation_id <> :o ORDER BY id DESC",
                { { "o", old.value() } });
    m_desk->run("UPDATE operation_history SET at = TIMESTAMPADD(HOUR, -1, at)");
    OutcomeCounts reading;
    reading.look(m_desk->connection());
    QCOMPARE(reading.text(), QByteArray());
    purge();
    for (int look = 0; look < 5 && reading.text().isEmpty(); ++look)
        reading.look(m_desk->connection());
    QCOMPARE(reading.text(), before);
}

QTEST_GUILESS_MAIN(TestOutcomes)
#include "tst_outcomes.moc"
