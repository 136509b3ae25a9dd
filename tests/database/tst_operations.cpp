// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "service/operations/auditlog.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;

/// What maintainers see, and what they do under the name the server knows.
class TestOperations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void theOverviewShowsWhereEverythingStands();
    void batchesAreListedByPages();
    void aBatchHasMembersPhasesAndCalls();
    void aPreviewWritesNothing();
    void aRoundIsRunUnderTheServersName();
    void whatARoundMeetsIsAnAnswer();
    void aChangedPlanIsNotExecuted();
    void theSameKeyRunsOnce();
    void aFailedRoundIsRecordedAsFailed();
    void theAuditChainHolds();
    void aRepeatedEventIsDropped();

private:
    QJsonObject round(const QString &mode, const QString &planHash = {}) const
    {
        QJsonObject body { { u"action"_s, u"RUN_ROUND"_s },
                           { u"mode"_s, mode },
                           { u"targets"_s,
                             QJsonArray { QJsonObject { { u"type"_s, u"partition"_s }, { u"id"_s, u"main"_s } } } },
                           { u"reason"_s, u"it is urgent"_s } };
        if (!planHash.isEmpty())
            body.insert(u"planHash"_s, planHash);
        return body;
    }
    Reply act(const QJsonObject &body, const QByteArray &key = {}, const QString &account = u"olga"_s)
    {
        FrontDesk::Call call { .account = account, .body = body };
        if (!key.isEmpty())
            call.headers.emplace_back("Idempotency-Key", key);
        return m_desk->call(&postAction, call);
    }
    QString confirmedPlan() { return act(round(u"preview"_s)).data["planHash"_L1].toString(); }
    void oneWaits()
    {
        m_desk->run("INSERT INTO merge_batch_request (operation_id, partition_key) VALUES ('op-00000001', 'main')");
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
    RoundAnswer m_answer;
    QStringList m_rounds;
};

void TestOperations::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
    m_answer = { RoundAnswer::Kind::Claimed, BatchId(17), 1 };
    m_rounds.clear();
    m_desk->services.runRound = [this](const PartitionKey &partition, const QString &actor) {
        m_rounds.append(partition.value() + u" by "_s + actor);
        return m_answer;
    };
}

void TestOperations::theOverviewShowsWhereEverythingStands()
{
    const QJsonObject body { { u"subjectId"_s, u"carol"_s }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } };
    const QString operation = m_desk->call(&intake::submitChange, { .body = body }).data["operationId"_L1].toString();
    m_desk->drive(operation, { workflow::Event::ApprovalSendRefused });
    oneWaits();
    m_desk->run("INSERT INTO merge_batch (id, partition_key, status, phase, mr_iid, member_count, triggered_by) "
                "VALUES (17, 'main', 4, 'PIPELINE', 5, 3, 'timer')");
    m_desk->run("INSERT INTO partition_state (partition_key, mode, reason, changed_by, expected_head) "
                "VALUES ('main', 'PAUSED', 'audit', 'olga', REPEAT('a', 40))");
    InstanceRegister(m_desk->services.instance).enlist(m_desk->connection());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"access.mode 'OPNE'"_s));
    m_desk->configure({ { "access.mode", "OPNE" } });

    const Reply reply = m_desk->call(&overview, {});
    QCOMPARE(nameOf(reply.code), u"OK"_s);
    const QJsonValue partition = reply.data["partitions"_L1][0];
    QCOMPARE(partition["key"_L1].toString(), u"main"_s);
    QCOMPARE(partition["project"_L1].toString(), u"acme/config"_s);
    QCOMPARE(partition["mode"_L1].toString(), u"PAUSED"_s);
    QCOMPARE(partition["slot"_L1]["batchId"_L1].toInt(), 17);
    QCOMPARE(partition["slot"_L1]["status"_L1].toString(), u"BLOCKED"_s);
    QCOMPARE(partition["slot"_L1]["mergeRequest"_L1]["iid"_L1].toInt(), 5);
    QCOMPARE(partition["expectedHead"_L1].toString(), u"a"_s.repeated(40));
    QCOMPARE(partition["waiting"_L1]["count"_L1].toInt(), 1);
    QVERIFY(partition["waiting"_L1]["oldestAgeMs"_L1].isDouble());
    int failed = 0;
    for (const QJsonValue &status : reply.data["statuses"_L1].toArray()) {
        if (status["bindingStatus"_L1] == "CREATE_FAILED"_L1)
            failed = status["count"_L1].toInt();
    }
    QCOMPARE(failed, 1);
    QCOMPARE(reply.data["pendingManual"_L1][0]["stepStatus"_L1]["code"_L1].toInt(), 10403);
    QCOMPARE(reply.data["instances"_L1][0]["instance"_L1].toString(), m_desk->services.instance.value());
    QVERIFY(!reply.data["configWarnings"_L1].toArray().isEmpty());
}

void TestOperations::batchesAreListedByPages()
{
    for (int i = 0; i < 5; ++i) {
        m_desk->run("INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES ('main', :status, "
                    "'SETTLING', 'timer')",
                    { { "status", i == 0 ? 2 : 3 } });
    }
    const auto page = [&](const QByteArray &query) { return m_desk->call(&listBatches, { .query = query }).data; };
    const QJsonValue first = page("limit=3");
    QCOMPARE(first["items"_L1].toArray().size(), 3);
    const QJsonValue second = page("limit=3&cursor=" + first["nextCursor"_L1].toString().toLatin1());
    QCOMPARE(second["items"_L1].toArray().size(), 2);
    QVERIFY(second["nextCursor"_L1].isNull());
    QVERIFY(second["items"_L1][0]["batchId"_L1].toInt() < first["items"_L1][2]["batchId"_L1].toInt());
    QCOMPARE(page("status=SUCCEEDED")["items"_L1].toArray().size(), 1);
    QCOMPARE(page("partition=other")["items"_L1].toArray().size(), 0);
    QCOMPARE(fieldsOf(m_desk->call(&listBatches, { .query = "status=GONE&cursor=x&limit=0" })),
             u"limit=out_of_range status=unknown_value cursor=bad_form"_s);
}

void TestOperations::aBatchHasMembersPhasesAndCalls()
{
    const QJsonObject body { { u"subjectId"_s, u"carol"_s }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } };
    const QString operation = m_desk->call(&intake::submitChange, { .body = body }).data["operationId"_L1].toString();
    m_desk->run("INSERT INTO merge_batch (id, partition_key, status, phase, triggered_by) VALUES (17, 'main', 1, "
                "'BUILDING', 'timer')");
    for (const char *outcome : { "CLAIMED", "LEFT" }) {
        m_desk->run("INSERT INTO batch_member_history (batch_id, operation_id, outcome) VALUES (17, :id, :outcome)",
                    { { "id", operation }, { "outcome", QString::fromLatin1(outcome) } });
    }
    m_desk->run("INSERT INTO merge_batch_history (batch_id, version, from_status, to_status, from_phase, to_phase, "
                "cause, actor, instance, at) "
                "VALUES (17, 1, NULL, 1, NULL, 'CLAIMED', 'ENGINE', '', 'i', '2026-11-30 10:00:00')");
    m_desk->run("INSERT INTO merge_batch_history (batch_id, version, from_status, to_status, from_phase, to_phase, "
                "cause, actor, instance, at) "
                "VALUES (17, 2, 1, 1, 'CLAIMED', 'BUILDING', 'ENGINE', '', 'i', '2026-11-30 10:00:02.5')");
    m_desk->run("INSERT INTO remote_call (operation, subject_kind, subject_ref, instance) VALUES ('git.push', 'batch', "
                "'17', 'i')");
    const QJsonValue data = m_desk->call(&getBatch, { .arguments = { u"17"_s } }).data;
    QCOMPARE(data["status"_L1].toString(), u"RUNNING"_s);
    QCOMPARE(data["members"_L1].toArray().size(), 1);
    QCOMPARE(data["members"_L1][0]["outcome"_L1].toString(), u"LEFT"_s);
    QCOMPARE(data["members"_L1][0]["stepStatus"_L1]["name"_L1].toString(), u"APPROVAL_SENDING"_s);
    QCOMPARE(data["phases"_L1][0]["lastedMs"_L1].toInt(), 2500);
    QVERIFY(data["phases"_L1][1]["lastedMs"_L1].isNull());
    QCOMPARE(data["remoteCalls"_L1][0]["operation"_L1].toString(), u"git.push"_s);
    QVERIFY(data["remoteCalls"_L1][0]["outcome"_L1].isNull());
    QCOMPARE(nameOf(m_desk->call(&getBatch, { .arguments = { u"18"_s } }).code), u"NOT_FOUND"_s);
    QCOMPARE(nameOf(m_desk->call(&getBatch, { .arguments = { u"x"_s } }).code), u"NOT_FOUND"_s);
}

void TestOperations::aPreviewWritesNothing()
{
    oneWaits();
    const Reply reply = act(round(u"preview"_s));
    QCOMPARE(nameOf(reply.code), u"OK"_s);
    QCOMPARE(reply.data["planHash"_L1].toString().size(), 64);
    QCOMPARE(reply.data["items"_L1][0]["outcome"_L1].toString(), u"WOULD_DO"_s);
    QCOMPARE(reply.data["items"_L1][0]["before"_L1]["waiting"_L1].toInt(), 1);
    QVERIFY(m_rounds.isEmpty());
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM ops_action"), 0);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM audit_log"), 0);
}

void TestOperations::aRoundIsRunUnderTheServersName()
{
    oneWaits();
    QJsonObject body = round(u"preview"_s);
    body.insert(u"parameters"_s, QJsonObject { { u"__authenticatedOperator"_s, u"root"_s }, { u"apiToken"_s, u"s3cret"_s } });
    body.insert(u"planHash"_s, act(body).data["planHash"_L1]);
    body.insert(u"mode"_s, u"execute"_s);
    const Reply reply = act(body);
    QCOMPARE(nameOf(reply.code), u"OK"_s);
    QCOMPARE(reply.data["items"_L1][0]["outcome"_L1].toString(), u"DONE"_s);
    QCOMPARE(reply.data["items"_L1][0]["batchId"_L1].toInt(), 17);
    QCOMPARE(m_rounds, QStringList({ u"main by olga"_s }));
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM ops_action WHERE state = 'DONE' AND requested_by = 'olga'"), 1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM audit_log WHERE actor = 'olga' AND reason = 'it is urgent' AND "
                           "outcome IN ('STARTED', 'DONE')"),
             2);
    for (const char *table : { "ops_action", "audit_log" }) {
        const QByteArray from = QByteArray("SELECT COUNT(*) AS n FROM ") + table;
        QCOMPARE(m_desk->count((from + " WHERE parameters LIKE '%root%' OR parameters LIKE '%s3cret%'").constData()), 0);
        QVERIFY(m_desk->count((from + " WHERE parameters LIKE '%\"__authenticatedOperator\":\"olga\"%'").constData()) > 0);
    }
}

void TestOperations::whatARoundMeetsIsAnAnswer()
{
    const QString plan = confirmedPlan();
    const auto outcome = [&](RoundAnswer answer) {
        m_answer = answer;
        const QJsonValue item = act(round(u"execute"_s, plan)).data["items"_L1][0];
        return item["outcome"_L1].toString() + u' ' + item["code"_L1].toString();
    };
    QCOMPARE(outcome({ RoundAnswer::Kind::SlotOccupied, BatchId(9), 0 }), u"ALREADY_FINE SLOT_OCCUPIED"_s);
    QCOMPARE(outcome({ RoundAnswer::Kind::NothingWaiting, {}, 0 }), u"ALREADY_FINE NOTHING_WAITING"_s);
    QCOMPARE(outcome({ RoundAnswer::Kind::Paused, {}, 0 }), u"REFUSED PAUSED"_s);
}

void TestOperations::aChangedPlanIsNotExecuted()
{
    oneWaits();
    const QString plan = confirmedPlan();
    m_desk->run("INSERT INTO partition_state (partition_key, mode) VALUES ('main', 'PAUSED')");
    const Reply reply = act(round(u"execute"_s, plan));
    QCOMPARE(nameOf(reply.code), u"PLAN_CHANGED"_s);
    QCOMPARE(reply.data["items"_L1][0]["outcome"_L1].toString(), u"REFUSED"_s);
    QVERIFY(m_rounds.isEmpty());
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM audit_log WHERE outcome = 'PLAN_CHANGED'"), 1);
    // The plan of somebody else is not one's own.
    QCOMPARE(nameOf(act(round(u"execute"_s, confirmedPlan()), {}, u"otto"_s).code), u"PLAN_CHANGED"_s);
}

void TestOperations::theSameKeyRunsOnce()
{
    oneWaits();
    const QString plan = confirmedPlan();
    const Reply first = act(round(u"execute"_s, plan), "key-1");
    m_answer = { RoundAnswer::Kind::NothingWaiting, {}, 0 };
    const Reply again = act(round(u"execute"_s, plan), "\"key-1\"");
    QCOMPARE(again.data, first.data);
    QCOMPARE(m_rounds.size(), 1);
    QCOMPARE(nameOf(act(round(u"execute"_s, plan), "key-1", u"otto"_s).code), u"IDEMPOTENCY_KEY_REUSED"_s);
    act(round(u"execute"_s, plan), "key-2");
    QCOMPARE(m_rounds.size(), 2);
}

void TestOperations::aFailedRoundIsRecordedAsFailed()
{
    const QString plan = confirmedPlan();
    m_desk->services.runRound = [](const PartitionKey &, const QString &) -> RoundAnswer {
        throw Error(Code::Unavailable, u"host db-7 does not answer"_s);
    };
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the action RUN_ROUND failed"_s));
    const Reply reply = act(round(u"execute"_s, plan));
    QCOMPARE(reply.data["items"_L1][0]["outcome"_L1].toString(), u"FAILED"_s);
    QVERIFY(!reply.data["items"_L1][0]["text"_L1].toString().contains("db-7"_L1));
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM audit_log WHERE outcome = 'FAILED'"), 1);
}

void TestOperations::theAuditChainHolds()
{
    const QString plan = confirmedPlan();
    act(round(u"execute"_s, plan));
    QCOMPARE(sealAudit(m_desk->connection()), 2);
    QCOMPARE(sealAudit(m_desk->connection()), 0);
    act(round(u"execute"_s, plan));
    QCOMPARE(sealAudit(m_desk->connection()), 2);
    QCOMPARE(m_desk->count("SELECT MAX(seq) AS n FROM audit_log"), 4);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
    m_desk->run("UPDATE audit_log SET actor = 'nobody' WHERE seq = 2");
    QCOMPARE(brokenInvariants(m_desk->connection()).size(), 1);
}

void TestOperations::aRepeatedEventIsDropped()
{
    const AuditLog log(m_desk->services.instance);
    const AuditEvent event { .eventId = u"e1"_s,
                             .actor = u"olga"_s,
                             .action = u"X"_s,
                             .subjectKind = u"batch"_s,
                             .subjectRef = u"1"_s,
                             .outcome = u"DONE"_s,
                             .reason = {},
                             .parameters = {},
                             .traceId = {} };
    const auto append = [&] {
        return database::inTransaction(m_desk->connection(), "test",
                                       [&](database::Transaction &transaction) { return log.append(transaction, event); });
    };
    QVERIFY(append());
    QVERIFY(!append());
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM audit_log"), 1);
}

QTEST_GUILESS_MAIN(TestOperations)
#include "tst_operations.moc"
