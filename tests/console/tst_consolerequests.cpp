// SPDX-License-Identifier: GPL-3.0-only
#include "tests/console/desk.h"
#include "tests/service/maintainer.h"
#include "tests/support/flows.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;
using support::Journey;

/// What holds up single requests, approvals, deployments, GitLab and the configuration, seen and repaired from the console.
class ConsoleRequestsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void anApproverIsReminded();
    void aRoundIsRunNow();
    void aStepThatFailedIsTakenUpAgain();
    void whatSomebodyClosedIsGivenUp();
    void aForeignPushIsBuiltAnew();
    void aFailedDeploymentIsVouchedForByTwo();
    void aLostCallbackIsLookedFor();
    void aGitLabThatIsAwayIsSeenAndComesBack();
    void aRefusedTokenIsSeenUntilItIsRotated();
    void aWrongKeyIsSeenUntilItIsRight();
};

namespace {

QJsonObject human(const QString &op)
{
    return { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, op }, { u"user"_s, u"maintainer"_s } };
}

void giveToken(Journey &journey, const QByteArray &token, bool isRevoked)
{
    const QJsonObject entry { { u"token"_s, QString::fromLatin1(token) },
                              { u"scopes"_s, QJsonArray { u"api"_s, u"write_repository"_s } },
                              { u"revoked"_s, isRevoked } };
    const QJsonObject user { { u"username"_s, u"slipway-author"_s }, { u"tokens"_s, QJsonArray { entry } } };
    journey.twin().seed({ { u"users"_s, QJsonArray { user } } });
}

} // namespace

void ConsoleRequestsTest::anApproverIsReminded()
{
    Journey journey = journeyWith({});
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStatus(operation, { u"APPROVAL_SENT"_s });
    const auto waits = olga.awaitDiagnosis(operation, u"WAITING_APPROVAL"_s);
    QCOMPARE(waits.nextSafeActions.front().action, u"REMIND"_s);
    const Target form { .kind = TargetKind::Approval, .id = waits.nextSafeActions.front().targetId.value_or(QString()) };
    QCOMPARE(waits.nextSafeActions.front().targetType.value_or(QString()), u"approval"_s);
    const QString reminded = olga.act(Action::Remind, { form });
    QVERIFY2(reminded == "DONE"_L1 || reminded == "STARTED"_L1, qPrintable(reminded));
    journey.approve(operation);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    const QString late = olga.act(Action::Remind, { form });
    QVERIFY2(late == "REFUSED"_L1 || late == "ALREADY_FINE"_L1, qPrintable(late));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aRoundIsRunNow()
{
    Journey journey = journeyWith({ { u"batch.lingerMs"_s, u"600000"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const Target partition { .kind = TargetKind::Partition, .id = u"access"_s, .standing = u"OPEN"_s };
    QCOMPARE(olga.act(Action::RunRound, { partition }), u"ALREADY_FINE"_s); // Nobody waits.
    const QString operation = approvedRequest(journey);
    const auto waits = olga.awaitDiagnosis(operation, u"WAITING_ROUND"_s);
    QCOMPARE(waits.nextSafeActions.front().action, u"RUN_ROUND"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, operation),
             u"REFUSED"_s); // It waits still: its user may withdraw it.
    const QString run = olga.act(Action::RunRound, { partition });
    QVERIFY2(run == "DONE"_L1 || run == "STARTED"_L1, qPrintable(run));
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aStepThatFailedIsTakenUpAgain()
{
    Journey journey = journeyWith(single({ { u"poll.merge.limit"_s, u"3"_s }, { u"poll.merge.longMs"_s, u"100"_s } }));
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString fault = journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s } } },
                                                    { u"times"_s, -1 },
                                                    { u"do"_s, QJsonObject { { u"kind"_s, u"unauthorized"_s } } } });
    const QString operation = approvedRequest(journey);
    olga.awaitRequest(operation, u"HANDLE_FAILED"_s);
    const auto waits = olga.awaitDiagnosis(operation, u"FAILED_NEEDS_PERSON"_s);
    QVERIFY(!waits.nextSafeActions.empty());
    journey.twin().remove(u"/faults/"_s + fault);
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"NOT BEGUN"_s); // It is over.
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::whatSomebodyClosedIsGivenUp()
{
    Journey journey = journeyWith(single(), { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    journey.twin().act(human(u"close"_s));
    const auto waits = olga.awaitDiagnosis(operation, u"REMOTE_CLOSED"_s);
    QVERIFY(!waits.nextSafeActions.empty());
    const QString closed = olga.actOnRequest(Action::CloseRequest, operation);
    QVERIFY2(closed == "DONE"_L1 || closed == "STARTED"_L1, qPrintable(closed));
    olga.awaitRequest(operation, u"CLOSED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aForeignPushIsBuiltAnew()
{
    Journey journey = journeyWith(single(), { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    QJsonObject push = human(u"push"_s);
    push.insert(u"files"_s, QJsonObject { { u"foreign.txt"_s, u"not ours\n"_s } });
    journey.twin().act(push);
    olga.awaitDiagnosis(operation, u"FOREIGN_HEAD"_s);
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.repositoryFiles().size(), 1); // Nothing foreign among it.
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aFailedDeploymentIsVouchedForByTwo()
{
    Journey journey = journeyWith({});
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"result"_s, u"failed"_s } });
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10302);
    olga.awaitDiagnosis(operation, u"DEPLOY_FAILED"_s);
    olga.awaitBatch(journey.read(operation)["batchId"_L1].toInteger(), u"SUCCEEDED"_s); // Nobody vouches for what is under way.
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"REFUSED"_s);
    const QString vouched = olga.actOnRequest(Action::MarkValidated, operation);
    QVERIFY2(vouched == "AWAITING_SECOND"_L1, qPrintable(vouched + u": "_s + olga.reason()));
    const Target asked = *targetOf(bob.awaitAttention(u"action"_s, {}));
    QCOMPARE(olga.act(Action::ConfirmAction, { asked }), u"REFUSED"_s); // Not oneself.
    QCOMPARE(bob.act(Action::ConfirmAction, { asked }), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aLostCallbackIsLookedFor()
{
    support::Maintainers maintainers;
    Journey journey(single(), {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    Desk olga(journey, u"olga"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10103);
    const auto late = olga.awaitDiagnosis(operation, u"DEPLOY_LATE"_s);
    QCOMPARE(late.nextSafeActions.front().action, u"RECONCILE_NOW"_s);
    const QString later = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(later);
    journey.awaitStep(later, 10103);
    const int iid = journey.read(later)["mergeRequest"_L1]["iid"_L1].toInt();
    maintainers.sql(qPrintable(u"INSERT INTO deploy_receipt (project, event_id, partition_key, mr_iid, result) VALUES "
                               "('config/access', 'lost', 'access', %1, 'success')"_s.arg(iid)));
    olga.awaitDiagnosis(operation, u"DEPLOY_LOST"_s);
    const QString looked = olga.actOnRequest(Action::ReconcileNow, operation);
    QVERIFY2(looked == "STARTED"_L1 || looked == "DONE"_L1, qPrintable(looked));
    // What came later proves nothing of this one by itself: two persons do.
    Desk bob(journey, u"bob"_s);
    const QString vouched = olga.actOnRequest(Action::MarkValidated, operation);
    QVERIFY2(vouched == "AWAITING_SECOND"_L1, qPrintable(vouched + u": "_s + olga.reason()));
    QCOMPARE(bob.act(Action::ConfirmAction, { *targetOf(bob.awaitAttention(u"action"_s, {})) }), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aGitLabThatIsAwayIsSeenAndComesBack()
{
    Journey journey = journeyWith({});
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"path_regex"_s, u"^/(api/v4|config)/"_s } } },
                              { u"times"_s, -1 },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"status"_s }, { u"code"_s, 503 } } } });
    const QString operation = approvedRequest(journey);
    olga.awaitAttention(u"forge"_s, u"FORGE_DOWN"_s);
    QVERIFY(olga.session().whyNoActions().isEmpty()); // The service itself may be asked.
    QVERIFY(olga.session().overview()["forge"_L1]["state"_L1] != "REACHABLE"_L1);
    journey.twin().clearFaults();
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aRefusedTokenIsSeenUntilItIsRotated()
{
    Journey journey = journeyWith({}, { { u"pipeline_step_ms"_s, 300 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const auto &files = journey.stack().files();
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    giveToken(journey, files.secret(u"author-token"_s), true);
    const auto item = olga.awaitAttention(u"forge"_s, u"TOKEN_REFUSED"_s);
    QVERIFY(!item.diagnosis->nextSafeActions.front().isOurs); // Rotating it is done elsewhere; the console only says so.
    const Target partition { .kind = TargetKind::Partition, .id = u"access"_s, .standing = u"OPEN"_s };
    const QString round = olga.act(Action::RunRound, { partition });
    QVERIFY2(round == "REFUSED"_L1 || round == "ALREADY_FINE"_L1, qPrintable(round));
    giveToken(journey, "a-new-token", false);
    QFile secret(files.in(u"secrets/author-token"_s));
    QVERIFY(secret.open(QIODevice::WriteOnly | QIODevice::Truncate) && secret.write("a-new-token\n") > 0);
    secret.close();
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRequestsTest::aWrongKeyIsSeenUntilItIsRight()
{
    Journey journey = journeyWith({ { u"access.mode"_s, u"\"OPNE\""_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const auto item = olga.awaitAttention(u"key"_s, u"CONFIG_FALLBACK"_s);
    QVERIFY2(item.diagnosis->sentence.contains("OPNE"_L1), qPrintable(item.diagnosis->sentence));
    QVERIFY(!targetOf(item)); // Nothing of ours mends a file.
    journey.stack().files().changeHot({ { u"access.mode"_s, u"\"OPEN\""_s } });
    olga.awaitNothingWaits();
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ConsoleRequestsTest)
#include "tst_consolerequests.moc"
