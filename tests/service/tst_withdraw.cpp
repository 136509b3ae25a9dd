// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;
using slipway::support::JsonReply;

namespace {

const QMap<QString, QString> single { { u"flow.batching"_s, u"false"_s } };
const QMap<QString, QString> mergeRequestFirst { { u"flow.approvalFirst"_s, u"false"_s }, { u"flow.batching"_s, u"false"_s } };

int stepOf(const QJsonObject &change) { return change.value("stepStatus"_L1).toObject().value("code"_L1).toInt(); }

QString soon(int seconds) { return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODateWithMs); }

} // namespace

/// Taking back and running out, at every stage, against real parts.
class WithdrawTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void whileApproversDecideItIsRejectedAndTheQuestionTakenBack();
    void whileQueuedItLeavesTheLineAndMayBeAskedAgain();
    void aMemberLeavesItsBatchWhenTheBatchIsRebuilt();
    void aMemberWhoseBatchLandsFirstIsToldSo();
    void whatHasLandedIsTooLate();
    void aMergeRequestOfItsOwnIsClosedAndReadAgain();
    void aFailedRequestIsGivenUpAndMayBeAskedAgain();
    void aRepeatGetsTheSameAnswer();
    void onlyWhoseRequestItIsMayTakeItBack();
    void aRequestThatRunsOutBeforeItsApprovalEnds();
    void aGrantThatRunsOutIsRemovedFromTheRepository();
};

void WithdrawTest::whileApproversDecideItIsRejectedAndTheQuestionTakenBack()
{
    Journey journey;
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    QCOMPARE(journey.withdraw(operation).status, 202);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"REJECTED"_s })), 10405);
    QVERIFY(await([&] { return journey.twin().approvalOf(operation).value("state"_L1) == "withdrawn"_L1; }, 20s));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::whileQueuedItLeavesTheLineAndMayBeAskedAgain()
{
    Journey journey({ { u"batch.lingerMs"_s, u"600000"_s } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10406);
    QCOMPARE(journey.withdraw(operation).status, 202);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"CLOSED"_s })), 10202);
    journey.stack().files().changeHot({ { u"batch.lingerMs"_s, u"100"_s } });
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::aMemberLeavesItsBatchWhenTheBatchIsRebuilt()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    const QString leaver = journey.submit(u"ann"_s, u"db/read"_s);
    const QString stayer = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(leaver);
    journey.approve(stayer);
    journey.awaitStep(leaver, 10009);
    journey.awaitStep(stayer, 10009);
    const JsonReply asked = journey.withdraw(leaver);
    QCOMPARE(asked.status, 202);
    QCOMPARE(journey.read(leaver).value("guidance"_L1).toObject().value("action"_L1).toString(), u"WAIT"_s);
    journey.twin().act({ { u"project"_s, u"config/access"_s },
                         { u"branch"_s, u"main"_s },
                         { u"op"_s, u"push_target"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"files"_s, QJsonObject { { u"NOTES.md"_s, u"by hand\n"_s } } } });
    QCOMPARE(stepOf(journey.awaitStatus(leaver, { u"CLOSED"_s })), 10202);
    journey.awaitStatus(stayer, { u"VALIDATED"_s });
    QCOMPARE(journey.repositoryFiles().size(), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::aMemberWhoseBatchLandsFirstIsToldSo()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 300 } });
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"hold"_s, true } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    QCOMPARE(journey.withdraw(operation).status, 202);
    const QJsonObject landed = journey.awaitStatus(operation, { u"MERGED"_s });
    QVERIFY(landed.value("guidance"_L1).toObject().value("text"_L1).toString().contains("before it could be withdrawn"_L1));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::whatHasLandedIsTooLate()
{
    Journey journey;
    journey.start();
    const QString operation = journey.land(u"ann"_s, u"db/read"_s);
    const JsonReply late = journey.withdraw(operation);
    QCOMPARE(late.status, 409);
    QCOMPARE(late.code(), u"PREEMPTED"_s);
    QCOMPARE(late.data().value("bindingStatus"_L1).toString(), u"VALIDATED"_s);
    QCOMPARE(journey.repositoryFiles().size(), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::aMergeRequestOfItsOwnIsClosedAndReadAgain()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    QCOMPARE(journey.withdraw(operation).status, 202);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"REJECTED"_s })), 10202);
    QCOMPARE(journey.effects(u"close"_s), 1);
    QVERIFY(await([&] { return journey.twin().approvalOf(operation).value("state"_L1) == "withdrawn"_L1; }, 20s));
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::aFailedRequestIsGivenUpAndMayBeAskedAgain()
{
    for (const auto &flow : { QMap<QString, QString> {}, single }) {
        Journey journey(flow, { { u"pipeline_result"_s, u"failed"_s } });
        journey.start();
        const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
        journey.approve(operation);
        QCOMPARE(stepOf(journey.awaitStatus(operation, { u"CREATE_FAILED"_s })), 10004);
        QCOMPARE(journey.withdraw(operation).status, 202);
        QCOMPARE(stepOf(journey.awaitStatus(operation, { u"CLOSED"_s })), 10202);
        QCOMPARE(journey.effects(u"close"_s), 1);
        journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, u"success"_s } });
        journey.land(u"ann"_s, u"db/read"_s);
        QCOMPARE(journey.brokenInvariants(), QStringList());
    }
}

void WithdrawTest::aRepeatGetsTheSameAnswer()
{
    Journey journey;
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    const JsonReply first = journey.withdraw(operation);
    const JsonReply again = journey.withdraw(operation);
    QCOMPARE(again.status, 202);
    QCOMPARE(again.data(), first.data());
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::onlyWhoseRequestItIsMayTakeItBack()
{
    Journey journey;
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.stack().as(u"bob"_s).withdraw(operation).status, 404);
    const JsonReply maintainer = journey.stack().as(u"olga"_s).withdraw(operation);
    QCOMPARE(maintainer.status, 403);
    QCOMPARE(maintainer.code(), u"ACCESS_DENIED"_s);
    QCOMPARE(journey.stack()
                 .as(u"alice"_s)
                 .post(u"/api/v1/changes/%1/withdraw"_s.arg(operation), QJsonObject { { u"why"_s, 1 } })
                 .status,
             400);
    QCOMPARE(journey.stack().as(u"alice"_s).withdraw(u"no-such-operation"_s).status, 404);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
}

void WithdrawTest::aRequestThatRunsOutBeforeItsApprovalEnds()
{
    Journey journey;
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s, u"bind"_s, {}, soon(3));
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"REJECTED"_s })), 10407);
    QVERIFY(await([&] { return journey.twin().approvalOf(operation).value("state"_L1) != "pending"_L1; }, 20s));
    QCOMPARE(journey.effects(u"create_mr"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void WithdrawTest::aGrantThatRunsOutIsRemovedFromTheRepository()
{
    Journey journey;
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s, u"bind"_s, {}, soon(15));
    journey.approve(operation);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.repositoryFiles().size(), 1);
    QVERIFY(await([&] { return journey.repositoryFiles().isEmpty(); }, 60s));
    QCOMPARE(journey.effects(u"merge"_s), 2);
    QCOMPARE(journey.effects(u"approval_created"_s), 1);
    QVERIFY(await([&] { return journey.brokenInvariants().isEmpty(); }, 20s));
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(WithdrawTest)
#include "tst_withdraw.moc"
