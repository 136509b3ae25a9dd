// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "shared/failpoint.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <latch>
#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;

namespace {

QJsonObject wish(const QString& role = u"reader"_s)
{
    return { { u"subjectId"_s, u"carol"_s },
             { u"targetKey"_s, u"db-read"_s },
             { u"parameters"_s, QJsonObject { { u"role"_s, role } } },
             { u"reason"_s, u"on call"_s } };
}

QJsonObject removal()
{
    return { { u"subjectId"_s, u"carol"_s },
             { u"targetKey"_s, u"db-read"_s },
             { u"kind"_s, u"unbind"_s },
             { u"reason"_s, u"left"_s } };
}

QJsonObject with(QJsonObject body, const QString& operationId)
{
    body.insert(u"operationId"_s, operationId);
    return body;
}

QString idOf(const Reply& reply)
{
    return reply.data["operationId"_L1].toString();
}

} // namespace

/// One submission against a real database: stored whole or not at all, and answered the same however often it is sent.
class TestSubmit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup();
    void cleanupTestCase() { m_fixture.reset(); }

    void everythingIsStoredAtOnce();
    void theSameKeyAndContentGetsTheFirstAnswer();
    void theFirstAnswerStaysTheFirst();
    void withoutAKeyARetryIsRecognized();
    void theSameKeyWithOtherContentIsRefused();
    void somebodyElsesKeyShowsNothing();
    void afterThePurgeTheOperationAnswers();
    void aRetryIsAnsweredAlsoAfterTheTargetWasTakenOut();
    void aLiveBindingIsNotTakenOver();
    void aFailedBindingIsNotTakenOver();
    void aRejectedOneIsSubmittedAgain();
    void whatLandedIsAmended();
    void whatIsInForceIsNotAskedForAgain();
    void anUnbindNeedsSomethingToRemove();
    void twoWithOneKeyAreOneRequest();
    void twoFirstSubmitsForOneBindingHaveOneWinner();
    void aLostCommitIsSettledByReading();
    void refusalsStoreNothing_data();
    void refusalsStoreNothing();
    void overloadIsAVisibleFailure();
    void eachItemHasItsOutcome();
    void malformedListsAreRefusedWhole();

private:
    Reply submit(const QJsonObject& body, const QString& account = u"alice"_s, const QByteArray& key = {})
    {
        FrontDesk::Call call { .account = account, .body = body };
        if (!key.isEmpty())
            call.headers.emplace_back("Idempotency-Key", key);
        return m_desk->call(&intake::submitChange, call);
    }
    qint64 rows(const char* table)
    {
        return m_desk->count((QByteArray("SELECT COUNT(*) AS n FROM ") + table).constData());
    }
    void landed(const QString& operation)
    {
        m_desk->drive(
            operation,
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

void TestSubmit::cleanup()
{
    m_desk.reset();
}

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
    QCOMPARE(
        m_desk->count("SELECT COUNT(*) AS n FROM workflow_task WHERE kind = 'approval.send' AND ref = 'op-00000001'"),
        1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation_history WHERE cause = 'USER' AND actor = 'alice'"), 1);
    QCOMPARE(rows("binding"), 1);
    QCOMPARE(rows("request_idempotency"), 1);
    QCOMPARE(m_desk->bells.load(), 1);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
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

void TestSubmit::aLiveBindingIsNotTakenOver()
{
    submit(with(wish(), u"op-00000001"_s), u"alice"_s);
    const auto refusedFor = [&](const QString& account) {
        const Reply reply = submit(with(wish(u"writer"_s), u"op-00000002"_s), account);
        return nameOf(reply.code) + u' ' + reply.data["operationId"_L1].toString();
    };
    QCOMPARE(refusedFor(u"alice"_s), u"ACTIVE_REQUEST_EXISTS op-00000001"_s); // its requester
    QCOMPARE(refusedFor(u"carol"_s), u"ACTIVE_REQUEST_EXISTS op-00000001"_s); // its subject
    QCOMPARE(refusedFor(u"bob"_s), u"ACTIVE_REQUEST_EXISTS op-00000001"_s); // an approver
    QCOMPARE(refusedFor(u"mallory"_s), u"ACTIVE_REQUEST_EXISTS "_s);
    QCOMPARE(rows("operation"), 1);
    QCOMPARE(rows("request_idempotency"), 1);
}

void TestSubmit::aFailedBindingIsNotTakenOver()
{
    submit(with(wish(), u"op-00000001"_s));
    m_desk->drive(u"op-00000001"_s, { Event::ApprovalSendRefused });
    QCOMPARE(nameOf(submit(with(wish(), u"op-00000002"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
    // The very same content without a key is the same attempt still: waiting or withdrawing is up to its requester.
}

void TestSubmit::aRejectedOneIsSubmittedAgain()
{
    const Reply first = submit(wish());
    m_desk->drive(idOf(first), { Event::ApprovalSent, Event::ApprovalRejected });
    const Reply second = submit(wish());
    QCOMPARE(nameOf(second.code), u"ACCEPTED"_s);
    QVERIFY(idOf(second) != idOf(first));
    QCOMPARE(nameOf(submit(wish()).code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(rows("binding"), 1);
    QCOMPARE(
        m_desk->count("SELECT COUNT(*) AS n FROM operation WHERE operation_id = :first AND binding_status = 'REJECTED'",
                      { { "first", idOf(first) } }),
        1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation WHERE replaces_operation_id = :first",
                           { { "first", idOf(first) } }),
             1);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
}

void TestSubmit::whatLandedIsAmended()
{
    submit(with(wish(), u"op-00000001"_s));
    landed(u"op-00000001"_s);
    QCOMPARE(nameOf(submit(with(wish(u"writer"_s), u"op-00000002"_s)).code), u"ACCEPTED"_s);
    // Until the amendment has landed, the repository holds what it held.
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM binding WHERE operation_id = 'op-00000002' AND "
                           "effective_operation_id = 'op-00000001' "
                           "AND effective_params = '{\"role\":\"reader\"}'"),
             1);
    QCOMPARE(nameOf(submit(with(removal(), u"op-00000003"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
    m_desk->drive(u"op-00000002"_s, { Event::ApprovalSent, Event::ApprovalRejected });
    QCOMPARE(fieldsOf(submit(with(wish(), u"op-00000003"_s))), u"targetKey=already_in_force"_s);
    QCOMPARE(nameOf(submit(with(removal(), u"op-00000003"_s)).code), u"ACCEPTED"_s);
    landed(u"op-00000003"_s);
    QCOMPARE(fieldsOf(submit(with(removal(), u"op-00000004"_s))), u"targetKey=nothing_to_unbind"_s);
    QCOMPARE(nameOf(submit(with(wish(), u"op-00000004"_s)).code), u"ACCEPTED"_s);
}

void TestSubmit::whatIsInForceIsNotAskedForAgain()
{
    submit(with(wish(), u"op-00000001"_s));
    m_desk->drive(u"op-00000001"_s,
                  { Event::ApprovalSent, Event::ApprovedBatched, Event::Claimed, Event::NothingToChange });
    // Landed, its deployment awaited: still live.
    QCOMPARE(nameOf(submit(with(wish(u"writer"_s), u"op-00000002"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
    m_desk->drive(u"op-00000001"_s, { Event::Deployed });
    const Reply reply = submit(with(wish(), u"op-00000002"_s));
    QCOMPARE(nameOf(reply.code), u"VALIDATION_FAILED"_s);
    QCOMPARE(fieldsOf(reply), u"targetKey=already_in_force"_s);
    QCOMPARE(rows("operation"), 1);
}

void TestSubmit::anUnbindNeedsSomethingToRemove()
{
    QCOMPARE(fieldsOf(submit(removal())), u"targetKey=nothing_to_unbind"_s);
    QCOMPARE(rows("operation"), 0);
    QCOMPARE(rows("request_idempotency"), 0);
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
        for (std::thread& rival : rivals)
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
        for (std::thread& rival : rivals)
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
    QTest::newRow("batching off") << u"batching off"_s << u"NOT_OPEN"_s;
    QTest::newRow("approval first off") << u"approval first off"_s << u"NOT_OPEN"_s;
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
    if (situation == "batching off"_L1)
        m_desk->configure({ { "flow.batching", "false" } });
    else if (situation == "approval first off"_L1)
        m_desk->configure({ { "flow.approvalFirst", "false" }, { "flow.batching", "false" } });
    else if (situation == "no catalogue"_L1)
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
    for (const char* table : { "operation", "binding", "operation_history", "workflow_task", "request_idempotency" })
        QCOMPARE(rows(table), 0);
    QCOMPARE(m_desk->bells.load(), 0);
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
    for (const QJsonValue& outcome : reply.data["items"_L1].toArray())
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
    QCOMPARE(fieldsOf(submit({ { u"items"_s, QJsonArray { wish() } }, { u"reason"_s, u"x"_s } })),
             u"reason=unknown_field"_s);
    QCOMPARE(fieldsOf(submit({ { u"items"_s, QJsonArray { wish() } } }, u"alice"_s, "op-00000001")),
             u"Idempotency-Key=not_with_items"_s);
    QCOMPARE(rows("operation"), 0);
}

QTEST_GUILESS_MAIN(TestSubmit)
#include "tst_submit.moc"
