// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/checklistanswers.h"
#include "tests/support/journey.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::mergerequest::ChecklistAnswers;
using slipway::support::Journey;

namespace {

const QString question = u"Reviewed by two people?"_s;

QJsonObject checklistPolicy()
{
    const QJsonObject item {
        { u"id"_s, u"c1"_s }, { u"title"_s, question }, { u"kind"_s, u"boolean"_s }, { u"required"_s, true }
    };
    return { { u"checklist"_s, QJsonObject { { u"items"_s, QJsonArray { item } } } } };
}

QMap<QString, QString> answered(const QString &title)
{
    return { { u"approve.withChecklist"_s, u"true"_s },
             { u"approve.checklist.answers"_s, u"[\"c1:%1=true\"]"_s.arg(ChecklistAnswers::titleHash(title)) } };
}

QJsonObject refusal(int status, const QString &user)
{
    return { { u"match"_s, QJsonObject { { u"op"_s, u"mr.approve"_s }, { u"user"_s, user } } },
             { u"times"_s, -1 },
             { u"do"_s,
               QJsonObject {
                   { u"kind"_s, u"status"_s }, { u"code"_s, status }, { u"body"_s, u"{\"message\":\"refused\"}"_s } } } };
}

int stepOf(const QJsonObject &change) { return change.value("stepStatus"_L1).toObject().value("code"_L1).toInt(); }

} // namespace

/// How the bots' approvals go, against the real twin: with a checklist and without, refused, and each bot by itself.
class ApprovingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void recordedAnswersApproveWhereAChecklistIsAsked();
    void aListThatIsNotShownIsLearntFromItsRefusal();
    void anItemWithoutItsAnswerIsAPersonsToAnswer();
    void withoutTheSwitchAChecklistIsNamedAsTheReason();
    void oneBotThatMayNotApproveDoesNotStopTheOther();
    void aBatchAfterOneThatWasRefusedIsNotHeldUpAtTheGate();
};

void ApprovingTest::recordedAnswersApproveWhereAChecklistIsAsked()
{
    Journey journey(answered(question), checklistPolicy());
    journey.start();
    journey.land(u"ann"_s, u"db/read"_s);
    // Bound to the head: the second merge request's list is another version of the one that is remembered.
    journey.land(u"ben"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"approve"_s), 4);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ApprovingTest::aListThatIsNotShownIsLearntFromItsRefusal()
{
    QJsonObject policy = checklistPolicy();
    QJsonObject list = policy.value("checklist"_L1).toObject();
    list.insert(u"readable"_s, false);
    policy.insert(u"checklist"_s, list);
    Journey journey(answered(question), policy);
    journey.start();
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"approve"_s), 2);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ApprovingTest::anItemWithoutItsAnswerIsAPersonsToAnswer()
{
    Journey journey(answered(u"What was asked before it was reworded"_s), checklistPolicy());
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"HANDLE_FAILED"_s })), 10104);
    QCOMPARE(journey.latestBatch().value("failureCode"_L1).toString(), u"CHECKLIST"_s);
    QCOMPARE(journey.effects(u"approve"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ApprovingTest::withoutTheSwitchAChecklistIsNamedAsTheReason()
{
    Journey journey({}, checklistPolicy());
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"HANDLE_FAILED"_s })), 10104);
    QCOMPARE(journey.latestBatch().value("failureCode"_L1).toString(), u"CHECKLIST"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ApprovingTest::oneBotThatMayNotApproveDoesNotStopTheOther()
{
    Journey journey({ { u"approve.maxRetries"_s, u"1"_s } });
    journey.start();
    journey.twin().addFault(refusal(401, u"slipway-reviewer-1"_s));
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"HANDLE_FAILED"_s })), 10104);
    QCOMPARE(journey.effects(u"approve"_s), 1);
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ApprovingTest::aBatchAfterOneThatWasRefusedIsNotHeldUpAtTheGate()
{
    Journey journey({ { u"poll.merge.limit"_s, u"3"_s }, { u"poll.merge.longMs"_s, u"100"_s } });
    journey.start();
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s } } },
                              { u"times"_s, -1 },
                              { u"do"_s,
                                QJsonObject { { u"kind"_s, u"status"_s },
                                              { u"code"_s, 405 },
                                              { u"body"_s, u"{\"message\":\"405 Method Not Allowed\"}"_s } } } });
    const QString refused = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(refused);
    QCOMPARE(stepOf(journey.awaitStatus(refused, { u"HANDLE_FAILED"_s })), 10107);
    journey.twin().clearFaults();
    // The gate's lease is much longer than a test waits.
    journey.land(u"ben"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ApprovingTest)
#include "tst_approving.moc"
