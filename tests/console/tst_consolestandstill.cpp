// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "shared/catalogue/paths.h"
#include "tests/console/desk.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;
using support::Journey;

/// Requests that fail or whose outcome nobody knows: seen at a console, and recovered from there once their cause is mended. What is
/// wrong to do is refused there with a reason, and by the service itself when it is asked all the same.
class ConsoleStandstillTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aBotWithoutTheRightGetsIt();
    void whatBothHaveApprovedMeanwhileGoesOn();
    void anItemOfTheChecklistIsAnswered();
    void aConflictIsTakenAwayAndItIsBuiltAnew();
    void aMergeWithoutAnAnswerIsLookedAtAgain();
    void whoWaitsAtTheMergeGateIsNotPushed();
    void anUnprovenDeploymentIsVouchedForByTwo();
    void anApprovalNobodyKnowsOfIsSentAgain();
    void whatWasRefusedInAnOverloadIsTakenUp();
};

namespace {

QJsonObject fault(const QString &call, const QJsonObject &what, const QString &user = {})
{
    QJsonObject match { { u"op"_s, call } };
    if (!user.isEmpty())
        match.insert(u"user"_s, user);
    return { { u"match"_s, match }, { u"times"_s, -1 }, { u"do"_s, what } };
}

QJsonObject refusal(int status)
{
    return { { u"kind"_s, u"status"_s }, { u"code"_s, status }, { u"body"_s, u"{\"message\":\"refused\"}"_s } };
}

void human(Journey &journey, const QString &op, const QString &user, const QJsonObject &more = {})
{
    QJsonObject order = more;
    order.insert(u"project"_s, u"config/access"_s);
    order.insert(u"op"_s, op);
    order.insert(u"user"_s, user);
    journey.twin().act(order);
}

/// The action it advises first; empty where all is done elsewhere.
QString firstOurs(const protocol::Diagnosis &diagnosis)
{
    for (const protocol::AdvisedAction &advised : diagnosis.nextSafeActions) {
        if (advised.isOurs)
            return advised.action;
    }
    return {};
}

} // namespace

void ConsoleStandstillTest::aBotWithoutTheRightGetsIt()
{
    Journey journey = journeyWith(single({ { u"approve.maxRetries"_s, u"1"_s } }));
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault(fault(u"mr.approve"_s, refusal(401), u"slipway-reviewer-1"_s));
    const QString operation = approvedRequest(journey);
    const auto stands = olga.awaitDiagnosis(operation, u"APPROVE_NO_RIGHT"_s);
    QCOMPARE(firstOurs(stands), u"RETRY_STEP"_s);
    QVERIFY(!stands.nextSafeActions.front().isOurs); // First somebody gives the bot its right.
    QCOMPARE(olga.actOnRequest(Action::AlignWithRemote, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::AlignWithRemote, olga.request(operation)), u"REFUSED"_s);
    journey.twin().clearFaults();
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::whatBothHaveApprovedMeanwhileGoesOn()
{
    Journey journey = journeyWith(single({ { u"approve.maxRetries"_s, u"1"_s } }));
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault(fault(u"mr.approve"_s, refusal(401), u"slipway-reviewer-1"_s));
    const QString operation = approvedRequest(journey);
    olga.awaitDiagnosis(operation, u"APPROVE_NO_RIGHT"_s);
    journey.twin().clearFaults();
    human(journey, u"approve"_s, u"slipway-reviewer-1"_s, { { u"iid"_s, 1 } });
    QCOMPARE(olga.actOnRequest(Action::ReCheck, operation), u"DONE"_s);
    const auto stands = olga.awaitDiagnosis(operation, u"APPROVE_DONE"_s);
    QCOMPARE(firstOurs(stands), u"RETRY_STEP"_s);
    QCOMPARE(olga.actOnRequest(Action::AlignWithRemote, operation), u"REFUSED"_s); // It is neither merged nor closed.
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"approve"_s), 2); // None twice.
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::anItemOfTheChecklistIsAnswered()
{
    const QString question = u"Reviewed by two people?"_s;
    const QJsonObject item {
        { u"id"_s, u"c1"_s }, { u"title"_s, question }, { u"kind"_s, u"boolean"_s }, { u"required"_s, true }
    };
    Journey journey = journeyWith(single({ { u"approve.withChecklist"_s, u"true"_s } }),
                                  { { u"checklist"_s, QJsonObject { { u"items"_s, QJsonArray { item } } } } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = approvedRequest(journey);
    const auto stands = olga.awaitDiagnosis(operation, u"CHECKLIST"_s);
    QCOMPARE(stands.nextSafeActions.front().action, u"ANSWER_CHECKLIST"_s);
    QVERIFY(!stands.nextSafeActions.front().isOurs); // No console answers it: the answer stands in the configuration.
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(operation)), u"REFUSED"_s);
    const QByteArray hash = QCryptographicHash::hash(question.toUtf8(), QCryptographicHash::Sha256).toHex().left(12);
    journey.stack().files().changeHot(
        { { u"approve.checklist.answers"_s, u"[\"c1:%1=true\"]"_s.arg(QString::fromLatin1(hash)) } });
    // The file is noticed when it is; until then the step ends as before, and trying again does no harm.
    Desk::await(u"the answer is taken"_s, [&] {
        if (olga.request(operation).standing == "HANDLE_FAILED"_L1)
            olga.actOnRequest(Action::RetryStep, operation);
        return journey.read(operation)["bindingStatus"_L1] == "VALIDATED"_L1;
    });
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"approve"_s), 2);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::aConflictIsTakenAwayAndItIsBuiltAnew()
{
    Journey journey = journeyWith(single(), { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const TargetKey target(u"db/read"_s);
    const QString path = u"access/bindings/%1/%2/ann.yaml"_s.arg(catalogue::shardOf(target, SubjectId(u"ann"_s)),
                                                                 catalogue::pathComponent(target.value()));
    const auto pushToMain = [&](const QJsonValue &content) {
        human(journey, u"push_target"_s, u"maintainer"_s,
              { { u"branch"_s, u"main"_s }, { u"files"_s, QJsonObject { { path, content } } } });
    };
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    pushToMain(u"by hand\n"_s);
    const auto stands = olga.awaitDiagnosis(operation, u"REBASE_CONFLICT"_s);
    QCOMPARE(firstOurs(stands), u"RETRY_STEP"_s);
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(operation)), u"REFUSED"_s);
    pushToMain(QJsonValue());
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::aMergeWithoutAnAnswerIsLookedAtAgain()
{
    Journey journey = journeyWith(single({ { u"poll.merge.shortMs"_s, u"15000"_s } }));
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault(fault(u"mr.merge"_s, { { u"kind"_s, u"drop"_s } }));
    const QString operation = approvedRequest(journey);
    const auto stands = olga.awaitDiagnosis(operation, u"REMOTE_UNKNOWN"_s);
    QCOMPARE(firstOurs(stands), u"RE_CHECK"_s);
    QVERIFY(stands.nextAutomatic && stands.nextAutomatic->at); // It is read again by itself.
    QCOMPARE(olga.actOnRequest(Action::AlignWithRemote, operation), u"REFUSED"_s); // GitLab has not merged it.
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(operation)), u"REFUSED"_s);
    journey.twin().clearFaults();
    Desk::await(u"it goes on"_s, [&] { // Two looks are wanted before it is tried anew.
        if (olga.request(operation).step == 10505)
            olga.actOnRequest(Action::ReCheck, operation);
        return journey.read(operation)["bindingStatus"_L1] == "VALIDATED"_L1;
    });
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::whoWaitsAtTheMergeGateIsNotPushed()
{
    Journey journey = journeyWith(single());
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault(fault(u"mr.merge"_s, { { u"kind"_s, u"hang"_s } }));
    const QString first = approvedRequest(journey);
    journey.awaitStep(first, 10114);
    const QString second = approvedRequest(journey, u"ben"_s);
    const auto stands = olga.awaitDiagnosis(second, u"WAITING_GATE"_s);
    QVERIFY2(stands.sentence.contains(first), qPrintable(stands.sentence));
    QCOMPARE(firstOurs(stands), QString()); // Nothing is safer than to wait.
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, second), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(second)), u"REFUSED"_s);
    QCOMPARE(olga.actOnRequest(Action::AlignWithRemote, second), u"REFUSED"_s);
    journey.twin().clearFaults();
    olga.awaitRequest(first, u"VALIDATED"_s);
    olga.awaitRequest(second, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"merge"_s), 2);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::anUnprovenDeploymentIsVouchedForByTwo()
{
    Journey journey = journeyWith({ { u"reconcile.maxAgeMs"_s, u"1000"_s },
                                    { u"reconcile.minAgeMs"_s, u"100"_s },
                                    { u"reconcile.intervalMs"_s, u"300"_s } });
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = approvedRequest(journey);
    const auto stands = olga.awaitDiagnosis(operation, u"DEPLOY_UNPROVEN"_s);
    QCOMPARE(firstOurs(stands), u"RECONCILE_NOW"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::CloseRequest, olga.request(operation)), u"REFUSED"_s); // It has landed.
    const QString looked = olga.actOnRequest(Action::ReconcileNow, operation);
    QVERIFY2(looked == "STARTED"_L1 || looked == "DONE"_L1, qPrintable(looked));
    QCOMPARE(Desk::actByTwo(olga, bob, Action::MarkValidated, olga.request(operation)), u"AWAITING_SECOND STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::anApprovalNobodyKnowsOfIsSentAgain()
{
    Journey journey = journeyWith({ { u"poll.approval.shortMs"_s, u"2000"_s }, { u"budget.approvalSendMs"_s, u"1000"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().addFault(fault(u"approval.create"_s, { { u"kind"_s, u"drop"_s } }));
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10504);
    const auto stands = olga.awaitDiagnosis(operation, u"APPROVAL_UNKNOWN"_s);
    QCOMPARE(firstOurs(stands), u"RE_CHECK"_s);
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(operation)), u"REFUSED"_s);
    journey.twin().clearFaults();
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"STARTED"_s);
    olga.awaitDiagnosis(operation, u"WAITING_APPROVAL"_s);
    journey.approve(operation);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"approval_created"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStandstillTest::whatWasRefusedInAnOverloadIsTakenUp()
{
    Journey journey = journeyWith({ { u"engine.maxBacklog"_s, u"2"_s }, { u"engine.workers"_s, u"1"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    // The only worker waits for an answer that does not come.
    journey.twin().addFault(fault(u"approval.create"_s, { { u"kind"_s, u"hang"_s } }));
    QStringList operations;
    Desk::await(u"one is refused"_s, [&] {
        operations.append(journey.submit(u"user-%1"_s.arg(operations.size()), u"db/read"_s));
        return journey.read(operations.last())["stepStatus"_L1]["code"_L1] == 10408;
    });
    const QString refused = operations.last();
    const auto stands = olga.awaitDiagnosis(refused, u"OVERLOADED"_s);
    QCOMPARE(firstOurs(stands), u"RETRY_STEP"_s);
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, refused), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(refused)), u"REFUSED"_s);
    journey.twin().clearFaults();
    QCOMPARE(olga.actOnRequest(Action::RetryStep, refused), u"STARTED"_s);
    olga.awaitDiagnosis(refused, u"WAITING_APPROVAL"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ConsoleStandstillTest)
#include "tst_consolestandstill.moc"
