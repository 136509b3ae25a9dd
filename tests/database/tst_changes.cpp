// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;

/// Following requests: who sees them, what they see, and how they wait for a change.
class TestChanges : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void onlyThoseConcernedMayRead_data();
    void onlyThoseConcernedMayRead();
    void everyFieldIsThere();
    void theLineHasAPosition();
    void aBatchsMergeRequestIsShown();
    void unchangedIsSaidWithoutABody();
    void waitingIsLeftToThePipeline();
    void pagesHoldEachRequestOnce();
    void filtersNarrowTheList();
    void wrongQueriesAreRefused_data();
    void wrongQueriesAreRefused();
    void targetsSpeakTheCallersLanguage();
    void theSessionSaysWhetherTheDoorIsOpen();

private:
    QString submit(const QString &subject, const QString &target = u"db-read"_s, const QString &account = u"alice"_s)
    {
        const QJsonObject body { { u"subjectId"_s, subject }, { u"targetKey"_s, target }, { u"reason"_s, u"on call"_s } };
        const Reply reply = m_desk->call(&intake::submitChange, { .account = account, .body = body });
        return reply.data["operationId"_L1].toString();
    }
    Reply get(const QString &operation, FrontDesk::Call call = {})
    {
        call.arguments = { operation };
        return m_desk->call(&intake::getChange, call);
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
};

void TestChanges::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
}

void TestChanges::onlyThoseConcernedMayRead_data()
{
    QTest::addColumn<QString>("account");
    QTest::addColumn<bool>("mayReadAll");
    QTest::addColumn<QString>("code");
    QTest::newRow("requester") << u"alice"_s << false << u"OK"_s;
    QTest::newRow("subject") << u"carol"_s << false << u"OK"_s;
    QTest::newRow("approver") << u"bob"_s << false << u"OK"_s;
    QTest::newRow("maintainer") << u"olga"_s << true << u"OK"_s;
    QTest::newRow("somebody else") << u"mallory"_s << false << u"NOT_FOUND"_s;
}

void TestChanges::onlyThoseConcernedMayRead()
{
    QFETCH(QString, account);
    QFETCH(bool, mayReadAll);
    const QString operation = submit(u"carol"_s);
    QTEST(nameOf(get(operation, { .account = account, .mayReadAll = mayReadAll }).code), "code");
    QCOMPARE(nameOf(get(u"no-such-operation"_s, { .account = account, .mayReadAll = mayReadAll }).code), u"NOT_FOUND"_s);
}

void TestChanges::everyFieldIsThere()
{
    const QString operation = submit(u"carol"_s);
    m_desk->drive(operation, { Event::ApprovalSent });
    const Reply reply = get(operation);
    const QJsonObject data = reply.data.toObject();
    const QStringList names = data.keys();
    QCOMPARE(QSet<QString>(names.begin(), names.end()),
             QSet<QString>({ u"operationId"_s, u"requester"_s, u"subjectId"_s, u"targetKey"_s, u"kind"_s, u"parameters"_s,
                             u"reason"_s, u"expiresAt"_s, u"flow"_s, u"bindingStatus"_s, u"stepStatus"_s, u"guidance"_s,
                             u"batchId"_s, u"mergeRequest"_s, u"version"_s, u"createdAt"_s, u"updatedAt"_s, u"timeline"_s }));
    QCOMPARE(data["stepStatus"_L1], QJsonValue(QJsonObject { { u"code"_s, 10402 }, { u"name"_s, u"APPROVAL_SENT"_s } }));
    QCOMPARE(data["guidance"_L1]["action"_L1].toString(), u"WAIT"_s);
    QCOMPARE(data["guidance"_L1]["waitingFor"_L1].toString(), u"APPROVER"_s);
    QVERIFY(data["mergeRequest"_L1].isNull());
    QCOMPARE(data["version"_L1].toInt(), 2);
    const QJsonArray timeline = data["timeline"_L1].toArray();
    QCOMPARE(timeline.size(), 2);
    QVERIFY(timeline[0]["fromStep"_L1].isNull());
    QCOMPARE(timeline[0]["text"_L1].toString(), u"Submitted; approval is being asked for."_s);
    QCOMPARE(timeline[1]["fromStatus"_L1].toString(), u"APPROVAL_SENDING"_s);
    QCOMPARE(timeline[1]["toStep"_L1]["code"_L1].toInt(), 10402);
    QCOMPARE(timeline[1]["cause"_L1].toString(), u"ENGINE"_s);
    QCOMPARE(data["guidance"_L1]["since"_L1], timeline[1]["at"_L1]);
    QVERIFY(fromIso(data["createdAt"_L1].toString()));
    QVERIFY(!data["guidance"_L1]["nextCheckAt"_L1].isNull()); // The task that asked for approval is due.
}

void TestChanges::theLineHasAPosition()
{
    QStringList operations;
    for (const QString &subject : { u"s1"_s, u"s2"_s, u"s3"_s }) {
        operations.append(submit(subject));
        m_desk->drive(operations.last(), { Event::ApprovalSent, Event::ApprovedBatched });
        m_desk->run("INSERT INTO merge_batch_request (operation_id, partition_key, priority) VALUES (:id, 'main', :priority)",
                    { { "id", operations.last() }, { "priority", subject == "s3"_L1 ? 0 : 100 } });
    }
    QCOMPARE(get(operations[2]).data["guidance"_L1]["queuePosition"_L1].toInt(), 1);
    QCOMPARE(get(operations[0]).data["guidance"_L1]["queuePosition"_L1].toInt(), 2);
    QCOMPARE(get(operations[1]).data["guidance"_L1]["queuePosition"_L1].toInt(), 3);
    QCOMPARE(get(operations[1]).data["guidance"_L1]["waitingFor"_L1].toString(), u"ROUND"_s);
    m_desk->run("INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES ('main', 4, 'PIPELINE', 'timer')");
    QCOMPARE(get(operations[1]).data["guidance"_L1]["waitingFor"_L1].toString(), u"SLOT"_s);
    m_desk->run("INSERT INTO partition_state (partition_key, mode) VALUES ('main', 'PAUSED')");
    QCOMPARE(get(operations[1]).data["guidance"_L1]["waitingFor"_L1].toString(), u"PARTITION"_s);
}

void TestChanges::aBatchsMergeRequestIsShown()
{
    const QString operation = submit(u"carol"_s);
    m_desk->run("INSERT INTO merge_batch (id, partition_key, status, phase, mr_iid, triggered_by) VALUES (17, 'main', "
                "1, 'PIPELINE', 5, 'timer')");
    m_desk->run("UPDATE operation SET batch_id = 17 WHERE operation_id = :id", { { "id", operation } });
    const QJsonValue data = get(operation).data;
    QCOMPARE(data["batchId"_L1].toInt(), 17);
    QCOMPARE(data["mergeRequest"_L1],
             QJsonValue(QJsonObject { { u"project"_s, u"acme/config"_s },
                                      { u"iid"_s, 5 },
                                      { u"url"_s, u"https://forge.example/acme/config/-/merge_requests/5"_s } }));
}

void TestChanges::unchangedIsSaidWithoutABody()
{
    const QString operation = submit(u"carol"_s);
    const Reply first = get(operation);
    QCOMPARE(first.headers.size(), 1);
    QCOMPARE(first.headers[0].first, "ETag");
    const Reply again = get(operation, { .headers = { { "If-None-Match", first.headers[0].second } } });
    QCOMPARE(again.httpStatus.value_or(0), 304);
    QVERIFY(again.data.isNull());
    QVERIFY(!again.longPoll);
    QVERIFY(!get(operation,
                 { .headers = { { "If-None-Match", first.headers[0].second } }, .language = Language::SimplifiedChinese })
                 .httpStatus);
    m_desk->drive(operation, { Event::ApprovalSent });
    QVERIFY(!get(operation, { .headers = { { "If-None-Match", first.headers[0].second } } }).httpStatus);
}

void TestChanges::waitingIsLeftToThePipeline()
{
    const QString operation = submit(u"carol"_s);
    const Reply waiting = get(operation, { .query = "afterVersion=1&waitMs=20000" });
    QCOMPARE(waiting.httpStatus.value_or(0), 304);
    QVERIFY(waiting.longPoll);
    QCOMPARE(waiting.longPoll->operationId, operation);
    QCOMPARE(waiting.longPoll->afterVersion, 1);
    QVERIFY(waiting.longPoll->wait > std::chrono::seconds(10) && waiting.longPoll->wait <= std::chrono::seconds(20));
    QVERIFY(!get(operation, { .query = "afterVersion=1" }).longPoll);
    m_desk->drive(operation, { Event::ApprovalSent });
    const Reply changed = get(operation, { .query = "afterVersion=1&waitMs=20000" });
    QVERIFY(!changed.httpStatus && !changed.longPoll);
    QCOMPARE(changed.data["version"_L1].toInt(), 2);
}

void TestChanges::pagesHoldEachRequestOnce()
{
    QSet<QString> mine;
    for (int i = 0; i < 5; ++i)
        mine.insert(submit(u"s%1"_s.arg(i)));
    mine.insert(submit(u"alice"_s, u"vpn"_s)); // requester and subject at once
    mine.insert(submit(u"alice"_s, u"db-read"_s, u"dave"_s)); // somebody asked for her
    submit(u"zoe"_s, u"db-read"_s, u"dave"_s); // not hers
    QStringList seen;
    QString lastAt;
    QByteArray query = "limit=3";
    for (int page = 0; page < 5; ++page) {
        const QJsonValue data = m_desk->call(&intake::listChanges, { .query = query }).data;
        for (const QJsonValue &item : data["items"_L1].toArray()) {
            seen.append(item["operationId"_L1].toString());
            const QString at = item["createdAt"_L1].toString();
            QVERIFY(lastAt.isEmpty() || at <= lastAt);
            lastAt = at;
        }
        if (data["nextCursor"_L1].isNull())
            break;
        query = "limit=3&cursor=" + data["nextCursor"_L1].toString().toLatin1();
    }
    QCOMPARE(seen.size(), 7);
    QCOMPARE(QSet<QString>(seen.begin(), seen.end()), mine);
}

void TestChanges::filtersNarrowTheList()
{
    const QString first = submit(u"carol"_s);
    const QString second = submit(u"carol"_s, u"vpn"_s);
    m_desk->drive(second, { Event::ApprovalSent });
    const auto listed = [&](const QByteArray &query) {
        QStringList ids;
        for (const QJsonValue &item : m_desk->call(&intake::listChanges, { .query = query }).data["items"_L1].toArray())
            ids.append(item["operationId"_L1].toString());
        return ids;
    };
    QCOMPARE(listed("bindingStatus=APPROVAL_SENT"), QStringList({ second }));
    QCOMPARE(listed("targetKey=db-read"), QStringList({ first }));
    QCOMPARE(listed("targetKey=db-read&bindingStatus=APPROVAL_SENT"), QStringList());
}

void TestChanges::wrongQueriesAreRefused_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("fields");
    QTest::newRow("status") << QByteArray("bindingStatus=SENT") << u"bindingStatus=unknown_value"_s;
    QTest::newRow("limit") << QByteArray("limit=101") << u"limit=out_of_range"_s;
    QTest::newRow("no number") << QByteArray("limit=ten") << u"limit=wrong_type"_s;
    QTest::newRow("cursor") << QByteArray("cursor=abc") << u"cursor=bad_form"_s;
    QTest::newRow("typed wrong") << QByteArray("bindingstatus=QUEUED")
                                 << u"bindingstatus=unknown_parameter (did you mean 'bindingStatus'?)"_s;
    QTest::newRow("nobody's") << QByteArray("zzz=1") << u"zzz=unknown_parameter"_s;
    QTest::newRow("twice") << QByteArray("limit=1&limit=2") << u"limit=repeated"_s;
    QTest::newRow("target") << QByteArray("targetKey=") << u"targetKey=empty"_s;
}

void TestChanges::wrongQueriesAreRefused()
{
    QFETCH(QByteArray, query);
    const Reply reply = m_desk->call(&intake::listChanges, { .query = query });
    QCOMPARE(nameOf(reply.code), u"INVALID_REQUEST"_s);
    QTEST(fieldsOf(reply), "fields");
}

void TestChanges::targetsSpeakTheCallersLanguage()
{
    const auto title = [&](Language language) {
        return m_desk->call(&intake::listTargets, { .language = language }).data[0]["title"_L1].toString();
    };
    QCOMPARE(title(Language::English), u"Read the database"_s);
    QCOMPARE(title(Language::SimplifiedChinese), u"读数据库"_s);
    m_desk->takeCatalogueAway();
    QCOMPARE(m_desk->call(&intake::listTargets, {}).data, QJsonValue(QJsonArray()));
}

void TestChanges::theSessionSaysWhetherTheDoorIsOpen()
{
    m_desk->configure({ { "access.mode", "OPEN" } });
    QJsonValue session = m_desk->call(&intake::showSession, { .account = u"bob"_s }).data;
    QCOMPARE(session["identity"_L1].toString(), u"bob"_s);
    QCOMPARE(session["accessMode"_L1].toString(), u"OPEN"_s);
    QCOMPARE(session["mayApprove"_L1].toBool(), true);
    m_desk->configure({ { "access.mode", "TEST_WINDOW" }, { "access.window", "2099-01-01T00:00/2099-01-02T00:00" } });
    session = m_desk->call(&intake::showSession, {}).data;
    QCOMPARE(session["accessMode"_L1].toString(), u"TEST_WINDOW"_s);
    QCOMPARE(session["admitted"_L1].toBool(), false);
    QCOMPARE(session["mayApprove"_L1].toBool(), false);
}

QTEST_GUILESS_MAIN(TestChanges)
#include "tst_changes.moc"
