// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"
#include "tests/database/wishes.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using workflow::Event;

/// Whether a new attempt may have the binding's row, from the first submission to amendments and removals.
class TestReapply : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init();
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void aLiveBindingIsNotTakenOver();
    void aFailedBindingIsNotTakenOver();
    void aRejectedOneIsSubmittedAgain();
    void whatLandedIsAmended();
    void whatIsInForceIsNotAskedForAgain();
    void anUnbindNeedsSomethingToRemove();

private:
    Reply submit(const QJsonObject &body, const QString &account = u"alice"_s)
    {
        return m_desk->call(&intake::submitChange, { .account = account, .body = body });
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

void TestReapply::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
}

void TestReapply::aLiveBindingIsNotTakenOver()
{
    submit(with(wish(), u"op-00000001"_s), u"alice"_s);
    const auto refusedFor = [&](const QString &account) {
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

void TestReapply::aFailedBindingIsNotTakenOver()
{
    submit(with(wish(), u"op-00000001"_s));
    m_desk->drive(u"op-00000001"_s, { Event::ApprovalSendRefused });
    QCOMPARE(nameOf(submit(with(wish(), u"op-00000002"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
}

void TestReapply::aRejectedOneIsSubmittedAgain()
{
    const Reply first = submit(wish());
    m_desk->drive(idOf(first), { Event::ApprovalSent, Event::ApprovalRejected });
    const Reply second = submit(wish());
    QCOMPARE(nameOf(second.code), u"ACCEPTED"_s);
    QVERIFY(idOf(second) != idOf(first));
    QCOMPARE(nameOf(submit(wish()).code), u"DUPLICATE_SUBMIT"_s);
    QCOMPARE(rows("binding"), 1);
    QCOMPARE(m_desk->count("SELECT COUNT(*) AS n FROM operation WHERE operation_id = :first AND binding_status = 'REJECTED'",
                           { { "first", idOf(first) } }),
             1);
    QCOMPARE(
        m_desk->count("SELECT COUNT(*) AS n FROM operation WHERE replaces_operation_id = :first", { { "first", idOf(first) } }),
        1);
    QCOMPARE(brokenInvariants(m_desk->connection()), QStringList());
}

void TestReapply::whatLandedIsAmended()
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

void TestReapply::whatIsInForceIsNotAskedForAgain()
{
    submit(with(wish(), u"op-00000001"_s));
    m_desk->drive(u"op-00000001"_s, { Event::ApprovalSent, Event::ApprovedBatched, Event::Claimed, Event::NothingToChange });
    // Landed, its deployment awaited: still live.
    QCOMPARE(nameOf(submit(with(wish(u"writer"_s), u"op-00000002"_s)).code), u"ACTIVE_REQUEST_EXISTS"_s);
    m_desk->drive(u"op-00000001"_s, { Event::Deployed });
    const Reply reply = submit(with(wish(), u"op-00000002"_s));
    QCOMPARE(nameOf(reply.code), u"VALIDATION_FAILED"_s);
    QCOMPARE(fieldsOf(reply), u"targetKey=already_in_force"_s);
    QCOMPARE(rows("operation"), 1);
}

void TestReapply::anUnbindNeedsSomethingToRemove()
{
    QCOMPARE(fieldsOf(submit(removal())), u"targetKey=nothing_to_unbind"_s);
    QCOMPARE(rows("operation"), 0);
    QCOMPARE(rows("request_idempotency"), 0);
}

QTEST_GUILESS_MAIN(TestReapply)
#include "tst_reapply.moc"
