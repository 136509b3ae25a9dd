// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "shared/failpoint.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"
#include "tests/database/wishes.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <latch>
#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;

/// One submission against a real database: stored whole or not at all, and answered the same however often it is sent.
class TestSubmit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup();
    void cleanupTestCase() { m_fixture.reset(); }

    void everythingIsStoredAtOnce();
    void aNewRequestIsOneRoundTrip();
    void theSameKeyAndContentGetsTheFirstAnswer();
    void theFirstAnswerStaysTheFirst();
    void withoutAKeyARetryIsRecognized();
    void theSameKeyWithOtherContentIsRefused();
    void somebodyElsesKeyShowsNothing();
    void afterThePurgeTheOperationAnswers();
    void aRetryIsAnsweredAlsoAfterTheTargetWasTakenOut();
    void twoWithOneKeyAreOneRequest();
    void twoFirstSubmitsForOneBindingHaveOneWinner();
    void aLostCommitIsSettledByReading();
    void refusalsStoreNothing_data();
    void refusalsStoreNothing();
    void theSwitchesOfTheMomentChooseTheFlow_data();
    void theSwitchesOfTheMomentChooseTheFlow();
    void overloadIsAVisibleFailure();
    void eachItemHasItsOutcome();
    void malformedListsAreRefusedWhole();

private:
    Reply submit(const QJsonObject &body, const QString &account = u"alice"_s, const QByteArray &key = {})
    {
        FrontDesk::Call call { .account = account, .body = body };
        if (!key.isEmpty())
            call.headers.emplace_back("Idempotency-Key", key);
        return m_desk->call(&intake::submitChange, call);
    }
    qint64 rows(const char *table) { return m_desk->count((QByteArray("SELECT COUNT(*) AS n FROM ") + table).constData()); }
    void landed(const QString &operation)
    {
        m_desk->drive(operation,
                      { Event::ApprovalSent, Event::ApprovedBatched, Event::Claimed, Event::NothingToChange, Event::Deployed });
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
};

void TestSubmit::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
}

void TestSubmit::cleanup() { m_desk.reset(); }

void TestSubmit::everythingIsStoredAtOnce()
{
    const Reply reply = submit(with(wish(), u"op-00000001"_s));
    QCOMPARE(nameOf(reply.code), u"ACCEPTED"_s);
    QCOMPARE(idOf(reply), u"op-00000001"_s);
    QCOMPARE(reply.data["bindingStatus"_L1].toString(), u"APPROVAL_SENDING"_s);
    QCOMPARE(reply.data["stepStatus"_L1]["code"_L1].toInt(), 10401);
    QCOMPARE(reply.data["version"_L1].toInt(), 1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation WHERE operation_id = 'op-00000001' AND requester = "
                           "'alice' AND flow = 'batched' "
                           "AND partition_key = 'main' AND params = '{\"role\":\"reader\"}'"),
             1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM workflow_task WHERE kind = 'approval.send' AND ref = 'op-00000001'"), 1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation_history WHERE cause = 'USER' AND actor = 'alice'"), 1);
    QCOMPARE(rows("binding"), 1);
    QCOMPARE(rows("request_idempotency"), 1);
    QCOMPARE(m_desk->bells.load(), 1);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
}

void TestSubmit::aNewRequestIsOneRoundTrip()
{
    qint64 before = 0, after = 0;
    const auto statements = [&](qint64 &count) {
        m_desk->connection().run({ "test/questions", "SHOW SESSION STATUS LIKE 'Questions'" }, {},
                                 [&](const database::Row &row) { count = row.text("Value").toLongLong(); });
    };
    submit(with(wish(), u"op-00000001"_s)); // What is due was counted here, and is for a while.
    const QJsonObject other { { u"subjectId"_s, u"dora"_s }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } };
    statements(before);
    QCOMPARE(nameOf(submit(with(other, u"op-00000002"_s)).code), u"ACCEPTED"_s);
    statements(after);
    // Five rows between START TRANSACTION and COMMIT, in one packet, and the question itself.
    QCOMPARE(after - before, 8);
    QCOMPARE(rows("operation"), 2);
}

void TestSubmit::theSameKeyAndContentGetsTheFirstAnswer()
{
    const Reply first = submit(wish(), u"alice"_s, "op-00000001");
    const Reply again = submit(with(wish(), u"op-00000001"_s), u"alice"_s, "\"op-00000001\"");
    QCOMPARE(nameOf(again.code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(again.data, first.data);
    QCOMPARE(again.headers, (QList<httpserver::Header> { { "Idempotent-Replayed", "true" } }));
    QVERIFY(first.headers.isEmpty());
    QCOMPARE(rows("operation"), 1);
    QCOMPARE(rows("workflow_task"), 1);
    QCOMPARE(m_desk->bells.load(), 1);
}

void TestSubmit::theFirstAnswerStaysTheFirst()
{
    const Reply first = submit(with(wish(), u"op-00000001"_s));
    landed(u"op-00000001"_s);
    const Reply again = submit(with(wish(), u"op-00000001"_s));
    QCOMPARE(nameOf(again.code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(again.data, first.data);
}

void TestSubmit::withoutAKeyARetryIsRecognized()
{
    const Reply first = submit(wish());
    QCOMPARE(nameOf(first.code), u"ACCEPTED"_s);
    QCOMPARE(idOf(first).size(), 36);
    const Reply again = submit(wish());
    QCOMPARE(nameOf(again.code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(again.data, first.data);
    QCOMPARE(nameOf(submit(wish(u"writer"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
    QCOMPARE(nameOf(submit(wish(), u"dave"_s).code), u"ACTIVE_REQUEST_EXISTS"_s);
}

void TestSubmit::theSameKeyWithOtherContentIsRefused()
{
    submit(with(wish(), u"op-00000001"_s));
    const Reply reply = submit(with(wish(u"writer"_s), u"op-00000001"_s));
    QCOMPARE(nameOf(reply.code), u"IDEMPOTENCY_KEY_REUSED"_s);
    QVERIFY(reply.data.toObject().isEmpty());
    QCOMPARE(rows("operation"), 1);
}

void TestSubmit::somebodyElsesKeyShowsNothing()
{
    submit(with(wish(), u"op-00000001"_s));
    const Reply reply = submit(with(wish(), u"op-00000001"_s), u"mallory"_s);
    QCOMPARE(nameOf(reply.code), u"IDEMPOTENCY_KEY_REUSED"_s);
    QVERIFY(reply.data.toObject().isEmpty());
}

void TestSubmit::afterThePurgeTheOperationAnswers()
{
    const Reply first = submit(with(wish(), u"op-00000001"_s));
    landed(u"op-00000001"_s);
    m_desk->run("DELETE FROM request_idempotency");
    const Reply again = submit(with(wish(), u"op-00000001"_s));
    QCOMPARE(nameOf(again.code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(again.data, first.data);
    QCOMPARE(nameOf(submit(with(wish(u"writer"_s), u"op-00000001"_s)).code), u"IDEMPOTENCY_KEY_REUSED"_s);
    QCOMPARE(rows("operation"), 1);
}

void TestSubmit::aRetryIsAnsweredAlsoAfterTheTargetWasTakenOut()
{
    submit(with(wish(), u"op-00000001"_s));
    m_desk->takeCatalogueAway();
    QCOMPARE(nameOf(submit(with(wish(), u"op-00000001"_s)).code), u"DUPLICATE_SUBMIT"_s);
}

void TestSubmit::twoWithOneKeyAreOneRequest()
{
    for (int round = 0; round < 10; ++round) {
        const QJsonObject body =
            with({ { u"subjectId"_s, u"s%1"_s.arg(round) }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } },
                 u"race-%1-key"_s.arg(round));
        QStringList codes { {}, {} };
        std::latch start(2);
        std::vector<std::thread> rivals;
        for (int i = 0; i < 2; ++i) {
            rivals.emplace_back([&, i] {
                start.arrive_and_wait();
                codes[i] = nameOf(submit(body).code);
            });
        }
        for (std::thread &rival : rivals)
            rival.join();
        codes.sort();
        QCOMPARE(codes, QStringList({ u"ACCEPTED"_s, u"DUPLICATE_SUBMIT"_s }));
    }
    QCOMPARE(rows("operation"), 10);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
}

void TestSubmit::twoFirstSubmitsForOneBindingHaveOneWinner()
{
    for (int round = 0; round < 10; ++round) {
        QStringList codes { {}, {} };
        std::latch start(2);
        std::vector<std::thread> rivals;
        for (int i = 0; i < 2; ++i) {
            rivals.emplace_back([&, i] {
                const QJsonObject body { { u"subjectId"_s, u"s%1"_s.arg(round) },
                                         { u"targetKey"_s, u"vpn"_s },
                                         { u"reason"_s, u"r"_s },
                                         { u"operationId"_s, u"race-%1-%2"_s.arg(round).arg(i) } };
                start.arrive_and_wait();
                codes[i] = nameOf(submit(body).code);
            });
        }
        for (std::thread &rival : rivals)
            rival.join();
        codes.sort();
        QCOMPARE(codes, QStringList({ u"ACCEPTED"_s, u"ACTIVE_REQUEST_EXISTS"_s }));
    }
    QCOMPARE(rows("operation"), 10);
    QCOMPARE(rows("request_idempotency"), 10);
    QCOMPARE(rows("workflow_task"), 10);
}

void TestSubmit::aLostCommitIsSettledByReading()
{
    qputenv("SLIPWAY_FAILPOINTS", "commit.submit.after=error");
    failpoint::arm();
    const Reply reply = submit(with(wish(), u"op-00000001"_s));
    QCOMPARE(nameOf(reply.code), u"ACCEPTED"_s);
    QCOMPARE(rows("operation"), 1);
    QCOMPARE(m_desk->bells.load(), 1);

    qputenv("SLIPWAY_FAILPOINTS", "commit.submit.before=error");
    failpoint::arm();
    const QJsonObject other { { u"subjectId"_s, u"dora"_s }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } };
    QCOMPARE(nameOf(submit(other).code), u"UNAVAILABLE"_s);
    QCOMPARE(rows("operation"), 1);
    QCOMPARE(nameOf(submit(other).code), u"ACCEPTED"_s);
}

void TestSubmit::refusalsStoreNothing_data()
{
    QTest::addColumn<QString>("situation");
    QTest::addColumn<QString>("code");
    QTest::newRow("no catalogue") << u"no catalogue"_s << u"NOT_OPEN"_s;
    QTest::newRow("draining") << u"draining"_s << u"UNAVAILABLE"_s;
    QTest::newRow("nobody") << u"nobody"_s << u"UNAUTHENTICATED"_s;
    QTest::newRow("unknown target") << u"unknown target"_s << u"VALIDATION_FAILED"_s;
    QTest::newRow("malformed") << u"malformed"_s << u"INVALID_REQUEST"_s;
}

void TestSubmit::refusalsStoreNothing()
{
    QFETCH(QString, situation);
    QJsonObject body = wish();
    QString account = u"alice"_s;
    if (situation == "no catalogue"_L1)
        m_desk->takeCatalogueAway();
    else if (situation == "draining"_L1)
        m_desk->isDraining = true;
    else if (situation == "nobody"_L1)
        account.clear();
    else if (situation == "unknown target"_L1)
        body.insert(u"targetKey"_s, u"moon"_s);
    else
        body.insert(u"subject"_s, u"carol"_s);
    QTEST(nameOf(submit(body, account).code), "code");
    for (const char *table : { "operation", "binding", "operation_history", "workflow_task", "request_idempotency" })
        QCOMPARE(rows(table), 0);
    QCOMPARE(m_desk->bells.load(), 0);
}

void TestSubmit::theSwitchesOfTheMomentChooseTheFlow_data()
{
    QTest::addColumn<QString>("approvalFirst");
    QTest::addColumn<QString>("batching");
    QTest::addColumn<QString>("flow");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("task");
    QTest::newRow("both") << u"true"_s << u"true"_s << u"batched"_s << 10401 << u"approval.send"_s;
    QTest::newRow("approval first alone") << u"true"_s << u"false"_s << u"single"_s << 10401 << u"approval.send"_s;
    QTest::newRow("neither") << u"false"_s << u"false"_s << u"mr_first"_s << 10001 << u"operation.advance"_s;
}

void TestSubmit::theSwitchesOfTheMomentChooseTheFlow()
{
    QFETCH(QString, approvalFirst);
    QFETCH(QString, batching);
    QFETCH(QString, flow);
    QFETCH(QString, task);
    const QByteArray first = approvalFirst.toLatin1(), together = batching.toLatin1();
    m_desk->configure({ { "flow.approvalFirst", first.constData() }, { "flow.batching", together.constData() } });
    const Reply reply = submit(wish());
    QCOMPARE(nameOf(reply.code), u"ACCEPTED"_s);
    QTEST(reply.data["stepStatus"_L1]["code"_L1].toInt(), "step");
    QCOMPARE(rows(("operation WHERE flow = '" + flow.toLatin1() + "'").constData()), 1);
    QCOMPARE(rows(("workflow_task WHERE kind = '" + task.toLatin1() + "'").constData()), 1);
}

void TestSubmit::overloadIsAVisibleFailure()
{
    m_desk->configure({ { "engine.maxBacklog", "1" } });
    QCOMPARE(submit(with(wish(), u"op-00000001"_s)).data["stepStatus"_L1]["code"_L1].toInt(), 10401);
    const QJsonObject other { { u"subjectId"_s, u"dora"_s }, { u"targetKey"_s, u"vpn"_s }, { u"reason"_s, u"r"_s } };
    const Reply reply = submit(with(other, u"op-00000002"_s));
    QCOMPARE(nameOf(reply.code), u"ACCEPTED"_s);
    QCOMPARE(reply.data["stepStatus"_L1]["code"_L1].toInt(), 10408);
    QCOMPARE(reply.data["bindingStatus"_L1].toString(), u"CREATE_FAILED"_s);
    QCOMPARE(rows("workflow_task"), 1);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
}

void TestSubmit::eachItemHasItsOutcome()
{
    const QJsonArray items { with(wish(), u"op-00000001"_s),
                             with(wish(), u"op-00000001"_s),
                             with(wish(u"writer"_s), u"op-00000002"_s),
                             QJsonObject { { u"subjectId"_s, 7 } },
                             5,
                             removal() };
    const Reply reply = submit({ { u"items"_s, items } });
    QCOMPARE(nameOf(reply.code), u"ACCEPTED"_s);
    QStringList codes;
    for (const QJsonValue &outcome : reply.data["items"_L1].toArray())
        codes.append(outcome["code"_L1].toString());
    QCOMPARE(codes,
             QStringList({ u"ACCEPTED"_s, u"DUPLICATE_SUBMIT"_s, u"ACTIVE_REQUEST_EXISTS"_s, u"INVALID_REQUEST"_s,
                           u"INVALID_REQUEST"_s, u"ACTIVE_REQUEST_EXISTS"_s }));
    QCOMPARE(reply.data["items"_L1][0]["data"_L1]["operationId"_L1].toString(), u"op-00000001"_s);
    QCOMPARE(rows("operation"), 1);
}

void TestSubmit::malformedListsAreRefusedWhole()
{
    QJsonArray tooMany;
    for (int i = 0; i < 101; ++i)
        tooMany.append(wish());
    QCOMPARE(fieldsOf(submit({ { u"items"_s, tooMany } })), u"items=too_many"_s);
    QCOMPARE(fieldsOf(submit({ { u"items"_s, QJsonArray() } })), u"items=required"_s);
    QCOMPARE(fieldsOf(submit({ { u"items"_s, u"x"_s } })), u"items=wrong_type"_s);
    QCOMPARE(fieldsOf(submit({ { u"items"_s, QJsonArray { wish() } }, { u"reason"_s, u"x"_s } })), u"reason=unknown_field"_s);
    QCOMPARE(fieldsOf(submit({ { u"items"_s, QJsonArray { wish() } } }, u"alice"_s, "op-00000001")),
             u"Idempotency-Key=not_with_items"_s);
    QCOMPARE(rows("operation"), 0);
}

QTEST_GUILESS_MAIN(TestSubmit)
#include "tst_submit.moc"
