// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "service/operations/auditor.h"
#include "service/operations/operationshandlers.h"
#include "shared/protocol/action.h"
#include "shared/protocol/operation.h"
#include "shared/protocol/records.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;
using workflow::Event;

/// The lists for maintainers over a real database, and the auditor that watches it.
class TestOpsPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
    }
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void requestsAreFoundByEveryFilter();
    void pagesGoOnWithoutGapsAndRepeats();
    void whatWaitsForAPersonIsShownTheLongestFirst();
    void grantsAreShownAsTheyWereThen();
    void oneTimelineHoldsWhateverWasWrittenDown();
    void attentionBeginsWithWhatStandsInTheWayOfMany();
    void everyKeyIsShownAndSecretsAreNot();
    void aWrongQueryNamesTheRightOne();
    void theAuditorFindsSeesAgainAndResolves();
    void anAbandonedBatchIsToldFromOneThatIsSlow();

private:
    QString submit(const QString &subject, const QString &target = u"vpn"_s)
    {
        const QJsonObject body { { u"subjectId"_s, subject }, { u"targetKey"_s, target }, { u"reason"_s, u"r"_s } };
        return m_desk->call(&intake::submitChange, { .body = body }).data["operationId"_L1].toString();
    }
    QStringList idsIn(Reply (*handler)(Services &, const Request &), const QByteArray &query)
    {
        QStringList ids;
        for (const QJsonValue &item : m_desk->call(handler, { .query = query }).data["items"_L1].toArray())
            ids.append(item["operationId"_L1].toString());
        return ids;
    }
    void makeOlder(const QString &operation, int seconds)
    {
        m_desk->run(
            "UPDATE operation SET updated_at = TIMESTAMPADD(SECOND, -:age, updated_at), created_at = TIMESTAMPADD(SECOND, "
            "-:age, created_at) WHERE operation_id = :id",
            { { "age", seconds }, { "id", operation } });
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
};

void TestOpsPages::requestsAreFoundByEveryFilter()
{
    const QString ann = submit(u"ann"_s);
    const QString ben = submit(u"ben"_s);
    m_desk->drive(ben, { Event::ApprovalSent });
    m_desk->run("UPDATE operation SET mr_iid = 7 WHERE operation_id = :id", { { "id", ben } });
    makeOlder(ann, 100);
    const auto found = [&](const QByteArray &query) { return idsIn(&listOperations, query); };
    QCOMPARE(found(""), QStringList({ ben, ann }));
    QCOMPARE(found("bindingStatus=APPROVAL_SENT"), QStringList { ben });
    QCOMPARE(found("step=10401"), QStringList { ann });
    QCOMPARE(found("prefix=104"), QStringList({ ben, ann }));
    QCOMPARE(found("prefix=101"), QStringList());
    QCOMPARE(found("subject=ann&target=vpn&requester=alice"), QStringList { ann });
    QCOMPARE(found("mrIid=7"), QStringList { ben });
    QCOMPARE(found("olderThan=50000"), QStringList { ann });
    QCOMPARE(found("partition=nowhere"), QStringList());
    const QJsonValue item = m_desk->call(&listOperations, { .query = "subject=ben" }).data["items"_L1][0];
    QCOMPARE(item["diagnosis"_L1]["code"_L1].toString(), u"WAITING_APPROVAL"_s);
    QVERIFY(protocol::OperationSummary::fromJson(item.toObject()));
    const Reply chinese = m_desk->call(&listOperations, { .query = "subject=ben", .language = Language::SimplifiedChinese });
    QVERIFY(chinese.data["items"_L1][0]["diagnosis"_L1]["sentence"_L1] != item["diagnosis"_L1]["sentence"_L1]);
}

void TestOpsPages::pagesGoOnWithoutGapsAndRepeats()
{
    QStringList all;
    for (int i = 0; i < 7; ++i)
        all.prepend(submit(u"s%1"_s.arg(i)));
    // All at one time: then the id decides.
    m_desk->run("UPDATE operation SET created_at = '2026-11-30 10:00:00', updated_at = '2026-11-30 10:00:00'");
    QStringList seen;
    QByteArray cursor;
    for (int page = 0; page < 4; ++page) {
        const Reply reply = m_desk->call(&listOperations, { .query = "limit=2" + cursor });
        for (const QJsonValue &item : reply.data["items"_L1].toArray())
            seen.append(item["operationId"_L1].toString());
        const QString next = reply.data["nextCursor"_L1].toString();
        QCOMPARE(next.isEmpty(), page == 3);
        cursor = "&cursor=" + next.toLatin1();
    }
    QCOMPARE(seen.size(), 7);
    all.sort();
    seen.sort();
    QCOMPARE(seen, all);
}

void TestOpsPages::whatWaitsForAPersonIsShownTheLongestFirst()
{
    const QString ann = submit(u"ann"_s);
    const QString ben = submit(u"ben"_s);
    const QString cat = submit(u"cat"_s);
    m_desk->drive(ann, { Event::ApprovalSendRefused });
    m_desk->drive(ben, { Event::ApprovalSendUnknown });
    makeOlder(ben, 100);
    QCOMPARE(idsIn(&listPendingManual, ""), QStringList({ ben, ann }));
    const QJsonValue items = m_desk->call(&listPendingManual, {}).data["items"_L1];
    QCOMPARE(items[0]["diagnosis"_L1]["code"_L1].toString(), u"APPROVAL_UNKNOWN"_s);
    QCOMPARE(items[1]["diagnosis"_L1]["code"_L1].toString(), u"FAILED_NEEDS_PERSON"_s);
    QVERIFY(!cat.isEmpty());
}

void TestOpsPages::grantsAreShownAsTheyWereThen()
{
    const QString first = submit(u"ann"_s);
    m_desk->drive(first, { Event::ApprovalSent, Event::ApprovedSingle, Event::NothingToChange, Event::Deployed });
    m_desk->run("UPDATE operation_history SET at = '2026-11-01 00:00:00' WHERE operation_id = :id AND to_status = 'MERGED'",
                { { "id", first } });
    const auto effective = [&](const QByteArray &query) {
        const QJsonArray items = m_desk->call(&listBindings, { .query = query }).data["items"_L1].toArray();
        return items.isEmpty() ? u"none"_s : items[0]["effectiveOperationId"_L1].toString();
    };
    QCOMPARE(effective("subject=ann"), first);
    QCOMPARE(effective("liveAt=2026-10-31T00:00:00Z"), u"none"_s);
    QCOMPARE(effective("liveAt=2026-11-02T00:00:00Z"), first);
    QCOMPARE(effective("liveAt=2026-11-02T00:00:00Z&target=other"), u"none"_s);
    const QJsonValue item = m_desk->call(&listBindings, {}).data["items"_L1][0];
    QVERIFY(protocol::BindingView::fromJson(item.toObject()));
}

void TestOpsPages::oneTimelineHoldsWhateverWasWrittenDown()
{
    const QString operation = submit(u"ann"_s);
    m_desk->drive(operation, { Event::ApprovalSent });
    m_desk->run("INSERT INTO callback_receipt (source, event_id, operation_id, outcome) VALUES ('approval', 'e1', :id, 'OK')",
                { { "id", operation } });
    m_desk->run(
        "INSERT INTO remote_call (operation, subject_kind, subject_ref, instance) VALUES ('approval.create', 'operation', "
        ":id, 'i')",
        { { "id", operation } });
    m_desk->run("INSERT INTO approval (examine_id, operation_id, provider, approvers, content_fingerprint) VALUES ('x-1', :id, "
                "'builtin', '[]', REPEAT('a', 64))",
                { { "id", operation } });
    m_desk->run("INSERT INTO audit_log (event_id, actor, action, subject_kind, subject_ref, outcome, instance) VALUES ('a1', "
                "'olga', 'RE_CHECK', 'operation', :id, 'DONE', 'i')",
                { { "id", operation } });
    const Reply reply = m_desk->call(&getOperation, { .arguments = { operation } });
    const auto page = protocol::OperationDetail::fromJson(reply.data.toObject());
    QVERIFY(page);
    QStringList sources;
    Instant before {};
    for (const protocol::TimelineItem &item : page->timeline) {
        QVERIFY(item.at >= before);
        before = item.at;
        if (!sources.contains(item.source))
            sources.append(item.source);
    }
    sources.sort();
    QCOMPARE(sources, QStringList({ u"APPROVAL"_s, u"AUDIT"_s, u"CALLBACK"_s, u"HISTORY"_s, u"REMOTE"_s, u"TASK"_s }));
    // The open form can be reminded of.
    QCOMPARE(reply.data["diagnosis"_L1]["nextSafeActions"_L1][0]["targetId"_L1].toString(), u"x-1"_s);
    QCOMPARE(m_desk->call(&listApprovals, { .query = "state=pending" }).data["items"_L1].toArray().size(), 1);
    QCOMPARE(m_desk->call(&listApprovals, { .query = "state=accepted" }).data["items"_L1].toArray().size(), 0);
    QCOMPARE(nameOf(m_desk->call(&getOperation, { .arguments = { u"nobody-knows"_s } }).code), u"NOT_FOUND"_s);
}

void TestOpsPages::attentionBeginsWithWhatStandsInTheWayOfMany()
{
    m_desk->services.forgeHealth = [] {
        return QJsonObject { { u"state"_s, u"AWAY"_s }, { u"since"_s, u"2026-11-30T10:00:00Z"_s } };
    };
    const QString operation = submit(u"ann"_s);
    m_desk->drive(operation, { Event::ApprovalSendRefused });
    m_desk->run("INSERT INTO merge_batch (id, partition_key, status, phase, triggered_by, message) VALUES (17, 'main', 4, "
                "'APPROVING', 'timer', 'it took too long')");
    m_desk->run(
        "INSERT INTO partition_state (partition_key, mode, reason, changed_by) VALUES ('main', 'PAUSED', 'why', 'olga')");
    m_desk->run("INSERT INTO finding (code, subject, detail) VALUES ('ODD', 'batch:17', 'look')");
    const Reply reply = m_desk->call(&listAttention, {});
    QStringList kinds;
    for (const QJsonValue &item : reply.data["items"_L1].toArray()) {
        QVERIFY(protocol::AttentionItem::fromJson(item.toObject()));
        kinds.append(item["kind"_L1].toString());
    }
    QCOMPARE(kinds, QStringList({ u"forge"_s, u"batch"_s, u"partition"_s, u"finding"_s, u"operation"_s }));
    QCOMPARE(reply.data["items"_L1][1]["diagnosis"_L1]["code"_L1].toString(), u"BLOCKED_OTHER"_s);
}

void TestOpsPages::everyKeyIsShownAndSecretsAreNot()
{
    m_desk->boot.given = { { u"forge.authorToken"_s, u"the-name"_s }, { u"http.listen"_s, u"127.0.0.1:1"_s } };
    m_desk->configure({ { "batch.maxRequests", "5" } });
    const QJsonArray items = m_desk->call(&showConfig, {}).data["items"_L1].toArray();
    QCOMPARE(items.size(), int(config::keyTable.size()));
    QMap<QString, QJsonObject> byKey;
    for (const QJsonValue &item : items) {
        QVERIFY(protocol::KeyView::fromJson(item.toObject()));
        byKey.insert(item["key"_L1].toString(), item.toObject());
    }
    QCOMPARE(byKey[u"forge.authorToken"_s]["value"_L1].toString(), u"***"_s);
    QCOMPARE(byKey[u"http.listen"_s]["value"_L1].toString(), u"127.0.0.1:1"_s);
    QCOMPARE(byKey[u"http.listen"_s]["source"_L1].toString(), u"boot file"_s);
    QCOMPARE(byKey[u"batch.maxRequests"_s]["value"_L1].toString(), u"5"_s);
    QCOMPARE(byKey[u"batch.maxRequests"_s]["fallback"_L1].toString(), u"200"_s);
    QCOMPARE(byKey[u"batch.lingerMs"_s]["source"_L1].toString(), u"default"_s);
}

void TestOpsPages::aWrongQueryNamesTheRightOne()
{
    const auto said = [&](Reply (*handler)(Services &, const Request &), const QByteArray &query) {
        return fieldsOf(m_desk->call(handler, { .query = query }));
    };
    QVERIFY(said(&listOperations, "bindingstatus=QUEUED").contains("did you mean 'bindingStatus'"_L1));
    QVERIFY(said(&listOperations, "bindingStatus=QUEUE").contains("did you mean 'QUEUED'"_L1));
    QCOMPARE(said(&listOperations, "prefix=x&mrIid=0"), u"prefix=wrong_type mrIid=out_of_range"_s);
    QCOMPARE(said(&listOperations, "cursor=abc"), u"cursor=bad_form"_s);
    QVERIFY(said(&listBatches, "state=RUNNING").contains("state=unknown_parameter"_L1));
    QVERIFY(said(&listFindings, "state=opn").contains("did you mean 'open'"_L1));
    QVERIFY(said(&listAudit, "action=RECHECK").contains("did you mean 'RE_CHECK'"_L1));
    QVERIFY(said(&listActions, "state=done").contains("state=unknown_value"_L1));
    QVERIFY(said(&listAttention, "all=1").contains("all=unknown_parameter"_L1));
    QVERIFY(said(&showConfig, "secret=1").contains("secret=unknown_parameter"_L1));
}

void TestOpsPages::theAuditorFindsSeesAgainAndResolves()
{
    const QString operation = submit(u"ann"_s);
    Auditor auditor(m_desk->services, m_desk->connection());
    QCOMPARE(auditor.audit(), 0);
    m_desk->run("INSERT INTO merge_batch_request (operation_id, partition_key) VALUES (:id, 'main')", { { "id", operation } });
    QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"INVARIANT_I04 does not hold"_s));
    QCOMPARE(auditor.audit(), 1);
    QCOMPARE(auditor.audit(), 1);
    const auto findings = [&](const QByteArray &query) {
        return m_desk->call(&listFindings, { .query = query }).data["items"_L1].toArray();
    };
    QCOMPARE(findings("state=open").size(), 1);
    QCOMPARE(findings("state=open")[0]["code"_L1].toString(), u"INVARIANT_I04"_s);
    QCOMPARE(findings("state=open")[0]["seenCount"_L1].toInt(), 2);
    QVERIFY(protocol::FindingView::fromJson(findings("")[0].toObject()));
    m_desk->run("DELETE FROM merge_batch_request");
    QCOMPARE(auditor.audit(), 0);
    QCOMPARE(findings("state=open").size(), 0);
    QVERIFY(findings("state=resolved")[0]["resolvedBy"_L1].toString().startsWith("auditor"_L1));
}

void TestOpsPages::anAbandonedBatchIsToldFromOneThatIsSlow()
{
    m_desk->run(
        "INSERT INTO merge_batch (id, partition_key, status, phase, triggered_by) VALUES (17, 'main', 1, 'PIPELINE', 'timer')");
    m_desk->run("INSERT INTO workflow_task (kind, ref, lease_owner, lease_until) VALUES ('batch.advance', '17', 'gone', "
                "TIMESTAMPADD(SECOND, 60, CURRENT_TIMESTAMP(6)))");
    const auto code = [&] {
        return m_desk->call(&getBatch, { .arguments = { u"17"_s } }).data["diagnosis"_L1]["code"_L1].toString();
    };
    QCOMPARE(code(), u"RUNNING_ORPHANED"_s);
    m_desk->run("INSERT INTO service_instance (instance_id, host, pid, version, heartbeat_at) VALUES ('gone', 'h', 1, 'v', "
                "CURRENT_TIMESTAMP(6))");
    QCOMPARE(code(), u"RUNNING_SLOW"_s);
    m_desk->run("UPDATE service_instance SET heartbeat_at = TIMESTAMPADD(SECOND, -60, CURRENT_TIMESTAMP(6))");
    QCOMPARE(code(), u"RUNNING_ORPHANED"_s);
    m_desk->run("UPDATE workflow_task SET lease_owner = NULL, lease_until = NULL, due_at = TIMESTAMPADD(SECOND, -120, "
                "CURRENT_TIMESTAMP(6))");
    QCOMPARE(code(), u"RUNNING_ORPHANED"_s);
    m_desk->run("UPDATE workflow_task SET due_at = CURRENT_TIMESTAMP(6)");
    QCOMPARE(code(), u"RUNNING_SLOW"_s);
}

QTEST_GUILESS_MAIN(TestOpsPages)
#include "tst_opspages.moc"
