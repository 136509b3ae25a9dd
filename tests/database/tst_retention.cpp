// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/placeholders.h"
#include "service/operations/retention.h"
#include "sql/all.h"
#include "tests/database/frontdesk.h"
#include "tests/database/requests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QRegularExpression>
#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;
using database::Bindings;
using database::Statement;
using workflow::Event;

namespace {

/// Twenty thousand numbers, as much as makes the server think about its plans.
constexpr auto numbers = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
                         "SELECT a.i * 1000 + b.i AS x FROM n a JOIN n b ON a.i <= 20";

struct Filling {
    const char *into;
    const char *columns;
};
// clang-format off
constexpr Filling fillings[] = {
    { "callback_receipt (source, event_id, operation_id, received_at)", "'gitlab', x, CONCAT('op-', x), TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "remote_call (operation, subject_kind, subject_ref, instance, sent_at)", "'mr.merge', 'operation', CONCAT('op-', x), 'i', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "remote_reading (subject_kind, subject_ref, reading, read_by, read_at)", "'batch', x, '{}', 'o', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "finding (code, subject, last_seen_at, resolved_at)", "'C', x, TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6)), CURRENT_TIMESTAMP(6)" },
    { "ops_action (action_id, action, plan_hash, items, state, requested_by, created_at)", "x, 'A', '', '[]', 'DONE', 'o', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "request_idempotency (scope, request_id, fingerprint, expires_at)", "'submit', x, '', TIMESTAMPADD(HOUR, 10000 - x, CURRENT_TIMESTAMP(6))" },
    { "deploy_receipt (project, event_id, partition_key, result, received_at)", "'p', x, CONCAT('p', MOD(x, 3)), 'success', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "operation (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, reason, partition_key, step_status, binding_status, updated_at)",
      "CONCAT('op-000', x), '', 'r', x, 't', 'bind', 'single', 'r', 'p', 10301, 'VALIDATED', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "binding (subject_id, target_key, operation_id, status)", "x, 't', CONCAT('op-000', x), CASE WHEN MOD(x, 100) = 0 THEN 'MERGED' ELSE 'VALIDATED' END" },
    { "operation_history (operation_id, version, event, cause, to_step, to_status, actor, instance)", "CONCAT('op-000', x), 1, 'ADOPTED', 'ENGINE', 10103, 'MERGED', '', 'i'" },
    { "merge_batch (partition_key, status, phase, triggered_by, created_at)", "'p', 2, 'VERIFY', 't', TIMESTAMPADD(HOUR, 0 - x, CURRENT_TIMESTAMP(6))" },
    { "merge_batch_history (batch_id, version, to_status, to_phase, cause, actor, instance)", "x, 1, 2, 'VERIFY', 'ENGINE', '', 'i'" },
    { "batch_member_history (batch_id, operation_id, outcome)", "x, CONCAT('op-000', x), 'MERGED'" },
    { "purged_outcome (status, moves)", "CONCAT('S', x), 1" },
    { "merge_batch_request (operation_id, partition_key, batch_id)", "CONCAT('op-000', x), 'p', x" },
};
// clang-format on

} // namespace

/// What is old enough goes, in small pieces and by an index; what anybody may still need stays.
class TestRetention : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup();
    void cleanupTestCase() { m_fixture.reset(); }

    void oldHistoryGoesAndTheLandingStays();
    void whatIsUnderWayKeepsAllThatIsOld();
    void anAmendedRequestCountsAsFinal();
    void aSettledBatchGoesWithItsMembers();
    void aBatchIsKeptForItsLastMember();
    void receiptsReadingsFindingsAndActionsGoByAge();
    void answersGoWhenTheyHaveRunOut();
    void deployReceiptsStayForWhoeverLooksForAProof();
    void manyRowsGoInPieces();
    void severalInstancesDoNotGetInEachOthersWay();
    void noStatementReadsAWholeTable_data();
    void noStatementReadsAWholeTable();

private:
    OperationId landed(const QString &subject);
    void age(const OperationId &operation, int days = 800);
    void oldBatch(int id, int status, const QList<OperationId> &members);
    bool purge() { return m_retention->purge(m_desk->services, m_desk->connection()); }
    qint64 rows(const char *table) { return m_desk->count((QByteArray("SELECT COUNT(*) AS n FROM ") + table).constData()); }
    qint64 historyOf(const OperationId &operation)
    {
        return m_desk->count("SELECT COUNT(*) AS n FROM operation_history WHERE operation_id = :o",
                             { { "o", operation.value() } });
    }
    QStringList broken() { return database::brokenInvariants(m_desk->connection()); }
    void fill(const char *into, const char *columns);
    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
    std::unique_ptr<Requests> m_requests;
    std::unique_ptr<Retention> m_retention;
    bool m_isFilled = false;
};

void TestRetention::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    if (m_isFilled)
        return; // The plans are looked at on one large schema.
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
    m_requests = std::make_unique<Requests>(m_desk->connection());
    m_retention = std::make_unique<Retention>();
}

void TestRetention::cleanup()
{
    if (!m_isFilled)
        m_desk.reset();
}

OperationId TestRetention::landed(const QString &subject)
{
    const OperationId id = m_requests->awaiting(subject);
    m_desk->run("DELETE FROM workflow_task");
    for (const Event event : { Event::ApprovedSingle, Event::MergeRequestOpened, Event::PipelinePassed, Event::HandleStarted,
                               Event::BotsApproved, Event::MergeSent, Event::ReadMerged, Event::Deployed })
        m_requests->move(id, event);
    return id;
}

void TestRetention::age(const OperationId &operation, int days)
{
    const Bindings one { { "days", -days }, { "o", operation.value() } };
    m_desk->run("UPDATE operation SET created_at = TIMESTAMPADD(DAY, :days, created_at), "
                "updated_at = TIMESTAMPADD(DAY, :days, updated_at) WHERE operation_id = :o",
                one);
    m_desk->run("UPDATE operation_history SET at = TIMESTAMPADD(DAY, :days, at) WHERE operation_id = :o", one);
}

void TestRetention::oldHistoryGoesAndTheLandingStays()
{
    const OperationId old = landed(u"ann"_s);
    const OperationId fresh = landed(u"ben"_s);
    const OperationId rejected = m_requests->awaiting(u"cem"_s);
    m_requests->move(rejected, Event::ApprovalRejected);
    m_desk->run("DELETE FROM workflow_task");
    age(old);
    age(rejected);
    QCOMPARE(historyOf(old), 9);

    QVERIFY(!purge());
    QCOMPARE(historyOf(old), 1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation_history WHERE operation_id = :o AND to_status = 'MERGED'",
                           { { "o", old.value() } }),
             1);
    QCOMPARE(historyOf(rejected), 0);
    QCOMPARE(historyOf(fresh), 9);
    QCOMPARE(rows("operation"), 3);
    QCOMPARE(broken(), QStringList());
    // Again, and after a restart: nothing is left.
    m_retention = std::make_unique<Retention>();
    QVERIFY(!purge());
    QCOMPARE(historyOf(fresh), 9);
    QCOMPARE(historyOf(old), 1);
}

void TestRetention::whatIsUnderWayKeepsAllThatIsOld()
{
    const OperationId waits = m_requests->awaiting(u"ann"_s);
    m_requests->move(waits, Event::ApprovalSent);
    age(waits);
    m_desk->run(
        "INSERT INTO callback_receipt (source, event_id, operation_id, received_at) VALUES ('approval', 'e', :o, '2001-01-01')",
        { { "o", waits.value() } });
    m_desk->run("INSERT INTO remote_call (operation, subject_kind, subject_ref, instance, sent_at) "
                "VALUES ('mr.create', 'operation', :o, 'i', '2001-01-01')",
                { { "o", waits.value() } });
    m_desk->run(
        "INSERT INTO merge_batch (id, partition_key, status, phase, triggered_by) VALUES (7, 'access', 1, 'CLAIMED', 't')");
    m_desk->run("INSERT INTO remote_call (operation, subject_kind, subject_ref, instance, sent_at) "
                "VALUES ('mr.merge', 'batch', '7', 'i', '2001-01-01')");
    purge();
    QCOMPARE(historyOf(waits), 2);
    QCOMPARE(rows("callback_receipt"), 1);
    QCOMPARE(rows("remote_call"), 2);
    QCOMPARE(rows("workflow_task"), 1);
}

void TestRetention::anAmendedRequestCountsAsFinal()
{
    const OperationId first = landed(u"ann"_s);
    const OperationId second = landed(u"ben"_s);
    for (const OperationId &each : { first, second }) {
        m_desk->run("UPDATE operation SET step_status = 10302, binding_status = 'MERGED' WHERE operation_id = :o",
                    { { "o", each.value() } });
        age(each);
    }
    m_desk->run("UPDATE binding SET operation_id = 'operation-another' WHERE operation_id = :o", { { "o", first.value() } });
    purge();
    QCOMPARE(historyOf(first), 1);
    QCOMPARE(historyOf(second), 9);
}

void TestRetention::oldBatch(int id, int status, const QList<OperationId> &members)
{
    m_desk->run("INSERT INTO merge_batch (id, partition_key, status, phase, triggered_by, version, created_at, updated_at) "
                "VALUES (:id, 'access', :status, 'VERIFY', 't', 1, '2001-01-01', '2001-01-02')",
                { { "id", id }, { "status", status } });
    m_desk->run("INSERT INTO merge_batch_history (batch_id, version, to_status, to_phase, cause, actor, instance) "
                "VALUES (:id, 1, :status, 'VERIFY', 'ENGINE', '', 'i')",
                { { "id", id }, { "status", status } });
    for (const OperationId &member : members) {
        const Bindings one { { "id", id }, { "o", member.value() } };
        m_desk->run("INSERT INTO batch_member_history (batch_id, operation_id, outcome) VALUES (:id, :o, 'CLAIMED')", one);
        if (status == 2) {
            m_desk->run("INSERT INTO merge_batch_request (operation_id, partition_key, batch_id) VALUES (:o, 'access', :id)",
                        one);
            m_desk->run("UPDATE operation SET batch_id = :id WHERE operation_id = :o", one);
        }
    }
}

void TestRetention::aSettledBatchGoesWithItsMembers()
{
    const OperationId member = landed(u"ann"_s);
    oldBatch(7, 2, { member });
    oldBatch(8, 3, { member });
    QCOMPARE(broken(), QStringList());
    purge();
    QCOMPARE(rows("merge_batch_history"), 0);
    QCOMPARE(rows("batch_member_history"), 0);
    QCOMPARE(rows("merge_batch_request"), 0);
    QCOMPARE(rows("merge_batch WHERE history_purged_at IS NOT NULL"), 2);
    QCOMPARE(historyOf(member), 9); // Fresh.
    QCOMPARE(broken(), QStringList());
}

void TestRetention::aBatchIsKeptForItsLastMember()
{
    const OperationId member = landed(u"ann"_s);
    const OperationId again = m_requests->queued(u"ben"_s);
    m_desk->run("DELETE FROM workflow_task");
    oldBatch(8, 3, { member, again });
    purge();
    QCOMPARE(rows("merge_batch_history"), 1);
    QCOMPARE(rows("batch_member_history"), 2);
    QCOMPARE(rows("merge_batch_request"), 1);
    QCOMPARE(broken(), QStringList());
}

void TestRetention::receiptsReadingsFindingsAndActionsGoByAge()
{
    for (const char *at : { "2001-01-01", "2999-01-01" }) {
        const Bindings when { { "at", QString::fromLatin1(at) } };
        m_desk->run("INSERT INTO callback_receipt (source, event_id, received_at) VALUES ('gitlab', :at, :at)", when);
        m_desk->run("INSERT INTO remote_call (operation, subject_kind, subject_ref, instance, sent_at) "
                    "VALUES ('mr.merge', 'batch', '7', 'i', :at)",
                    when);
        m_desk->run("INSERT INTO remote_reading (subject_kind, subject_ref, reading, read_by, read_at) "
                    "VALUES ('batch', :at, '{}', 'o', :at)",
                    when);
        m_desk->run("INSERT INTO remote_reading (subject_kind, subject_ref, reading, read_by, read_at) "
                    "VALUES ('operation', :at, '{}', 'o', :at)",
                    when);
        m_desk->run("INSERT INTO finding (code, subject, last_seen_at, resolved_at) VALUES ('C', :at, :at, :at)", when);
        m_desk->run("INSERT INTO finding (code, subject, last_seen_at) VALUES ('OPEN', :at, :at)", when);
        m_desk->run("INSERT INTO audit_log (event_id, actor, action, subject_kind, subject_ref, outcome, instance, at) "
                    "VALUES (:at, 'o', 'A', 's', 'r', 'DONE', 'i', :at)",
                    when);
        for (const char *state : { "DONE", "AWAITING_SECOND", "RUNNING" })
            m_desk->run("INSERT INTO ops_action (action_id, action, plan_hash, items, state, requested_by, created_at) "
                        "VALUES (CONCAT(:state, :at), 'A', '', '[]', :state, 'o', :at)",
                        { { "state", QString::fromLatin1(state) }, { "at", QString::fromLatin1(at) } });
    }
    QVERIFY(!purge());
    QCOMPARE(rows("callback_receipt"), 1);
    QCOMPARE(rows("remote_call"), 1);
    QCOMPARE(rows("remote_reading"), 2);
    QCOMPARE(rows("finding"), 3);
    QCOMPARE(rows("ops_action"), 5);
    QCOMPARE(rows("audit_log"), 2);
}

void TestRetention::answersGoWhenTheyHaveRunOut()
{
    m_desk->run("INSERT INTO request_idempotency (scope, request_id, fingerprint, expires_at) VALUES "
                "('submit', 'a', '', TIMESTAMPADD(SECOND, -1, CURRENT_TIMESTAMP(6))), "
                "('submit', 'b', '', TIMESTAMPADD(SECOND, 60, CURRENT_TIMESTAMP(6)))");
    purge();
    QCOMPARE(rows("request_idempotency WHERE request_id = 'b'"), 1);
    QCOMPARE(rows("request_idempotency"), 1);
}

void TestRetention::deployReceiptsStayForWhoeverLooksForAProof()
{
    const OperationId merged = landed(u"ann"_s);
    m_desk->run("UPDATE operation SET step_status = 10506, binding_status = 'MERGED' WHERE operation_id = :o",
                { { "o", merged.value() } });
    m_desk->run("UPDATE binding SET status = 'MERGED'");
    age(merged, 200);
    for (const char *partition : { "access", "other" }) {
        for (const int days : { 300, 150, 1 })
            m_desk->run("INSERT INTO deploy_receipt (project, event_id, partition_key, result, received_at) "
                        "VALUES ('p', CONCAT(:p, :days), :p, 'success', TIMESTAMPADD(DAY, 0 - :days, CURRENT_TIMESTAMP(6)))",
                        { { "p", QString::fromLatin1(partition) }, { "days", days } });
    }
    purge();
    QCOMPARE(rows("deploy_receipt WHERE partition_key = 'access'"), 2);
    QCOMPARE(rows("deploy_receipt WHERE partition_key = 'other'"), 1);
}

void TestRetention::fill(const char *into, const char *columns)
{
    m_desk->run((QByteArray("INSERT INTO ") + into + " SELECT " + columns + " FROM (" + numbers + ") filled").constData());
}

void TestRetention::manyRowsGoInPieces()
{
    fill("callback_receipt (source, event_id, received_at)", "'gitlab', x, '2001-01-01'");
    QVERIFY(purge()); // More is left, and it says so.
    QCOMPARE(rows("callback_receipt"), 10'000);
    QVERIFY(purge());
    QVERIFY(!purge());
    QCOMPARE(rows("callback_receipt"), 0);
}

void TestRetention::severalInstancesDoNotGetInEachOthersWay()
{
    fill("callback_receipt (source, event_id, received_at)", "'gitlab', x, '2001-01-01'");
    QList<OperationId> all;
    for (int i = 0; i < 30; ++i)
        all.append(landed(u"subject-%1"_s.arg(i)));
    for (const OperationId &each : std::as_const(all))
        age(each);
    std::atomic<int> failures { 0 };
    std::vector<std::unique_ptr<QThread>> instances;
    for (int i = 0; i < 3; ++i) {
        instances.emplace_back(QThread::create([this, &failures] {
            try {
                Retention retention;
                while (retention.purge(m_desk->services, database::Connection::forThisThread(m_desk->settings))) { }
            } catch (const std::exception &error) {
                qInfo("%s", error.what());
                ++failures;
            }
        }));
        instances.back()->start();
    }
    for (const auto &each : instances)
        QVERIFY(each->wait(60'000));
    QCOMPARE(failures.load(), 0);
    QCOMPARE(rows("callback_receipt"), 0);
    QCOMPARE(rows("operation_history"), 30);
    QCOMPARE(broken(), QStringList());
}

void TestRetention::noStatementReadsAWholeTable_data()
{
    if (!m_isFilled) {
        m_isFilled = true;
        m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema()); // Before any init().
        for (const Filling &each : fillings)
            fill(each.into, each.columns);
    }
    QTest::addColumn<const Statement *>("statement");
    for (const Statement &statement : sql::statements) {
        if (QByteArray(statement.name).startsWith("retention/") && !QByteArray(statement.text).startsWith("INSERT"))
            QTest::newRow(statement.name) << &statement;
    }
}

void TestRetention::noStatementReadsAWholeTable()
{
    QFETCH(const Statement *, statement);
    QVariantList ids;
    for (int i = 0; i < 100; ++i)
        ids.append(QByteArray(statement->text).contains("action_id") || QByteArray(statement->text).contains("operation")
                           || QByteArray(statement->text).contains("subject_ref")
                       ? QVariant(u"op-000%1"_s.arg(1001 + i))
                       : QVariant(qint64(1001 + i)));
    const QMap<QByteArray, QVariant> known {
        { "back", -30 },        { "limit", 500 },       { "ids", QVariant(ids) },        { "kind", u"batch"_s },
        { "partition", u"p1"_s }, { "step", 10301 },    { "n", 1 },                      { "to_status", u"VALIDATED"_s },
        { "status", 2 },        { "after_id", u"0"_s }, { "after", u"2001-01-01"_s },    { "needed_from", u"2999-01-01"_s },
    };
    Bindings bindings;
    static const QRegularExpression placeholder(u":([a-z_]+)"_s);
    QSet<QByteArray> names;
    for (auto it = placeholder.globalMatch(QString::fromUtf8(statement->text)); it.hasNext();)
        names.insert(it.next().captured(1).toLatin1());
    for (const QByteArray &name : std::as_const(names)) {
        QVERIFY2(known.contains(name), name.constData());
        bindings.add(known.find(name).key().constData(), known.value(name));
    }
    const QByteArray text = QByteArray("EXPLAIN ") + statement->text;
    int tables = 0;
    m_desk->connection().run(Statement { "test/explain", text.constData() }, bindings, [&](const database::Row &row) {
        const QString type = row.maybeText("type").value_or(QString());
        const QString table = row.maybeText("table").value_or(QString());
        ++tables;
        QVERIFY2(type != "ALL"_L1 && type != "index"_L1,
                 qPrintable(u"%1 of %2 by %3, about %4 rows"_s.arg(type, table, row.maybeText("key").value_or(u"no key"_s))
                                .arg(row.maybeNumber("rows").value_or(0))));
    });
    QVERIFY(tables > 0);
}

QTEST_GUILESS_MAIN(TestRetention)
#include "tst_retention.moc"
