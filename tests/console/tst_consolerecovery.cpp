// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "tests/console/desk.h"
#include "tests/service/maintainer.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;
using support::Journey;

/// What stops on real parts is seen in the console's own models and repaired by its own actions.
class ConsoleRecoveryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aStuckBatchIsSettledByTwoAndItsRequestsRunAgain();
    void aBatchIsHeldAndReleased();
    void aPausedPartitionIsResumed();
    void failedRequestsAreClosedTogether();
    void aDeploymentNobodyProvedIsVouchedForByTwo();
    void aPipelineWithoutAnEndIsTakenForPassed();
    void whatLandedOtherwiseIsAligned();
    void whatAPersonMergedIsTakenOver();
    void aBatchThatNeedsAThirdApprovalIsReleasedOnceItHasIt();
};

namespace {

const QMap<QString, QString> impatient { { u"poll.pipeline.limit"_s, u"5"_s }, { u"poll.pipeline.longMs"_s, u"600000"_s } };

qint64 batchOf(Journey &journey, const QString &operation) { return journey.read(operation).value("batchId"_L1).toInteger(); }

void pipelines(Journey &journey, const QString &result)
{
    journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, result } });
}

} // namespace

void ConsoleRecoveryTest::aStuckBatchIsSettledByTwoAndItsRequestsRunAgain()
{
    Journey journey = journeyWith(impatient, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const Target stuck = *targetOf(olga.awaitAttention(u"batch"_s, u"PIPELINE_UNKNOWN"_s));
    QCOMPARE(olga.act(Action::ReCheck, { stuck }), u"STARTED"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { olga.awaitBatch(stuck.id.toLongLong(), u"RUNNING"_s) }), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::ConfirmPipeline, { stuck }), u"REFUSED"_s); // It has not passed.
    QCOMPARE(olga.act(Action::SettleFailed, { stuck }), u"AWAITING_SECOND"_s);
    const Target asked = *targetOf(bob.awaitAttention(u"action"_s, {}));
    QCOMPARE(olga.act(Action::ConfirmAction, { asked }), u"REFUSED"_s); // Not oneself.
    QCOMPARE(bob.act(Action::ConfirmAction, { asked }), u"STARTED"_s);
    const Target failed = olga.awaitBatch(stuck.id.toLongLong(), u"FAILED"_s);
    pipelines(journey, u"success"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { failed }), u"DONE"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aBatchIsHeldAndReleased()
{
    Journey journey = journeyWith(impatient, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const qint64 id = batchOf(journey, operation);
    const Target running = olga.awaitBatch(id, u"RUNNING"_s);
    // It is read while we look: then the line is old at once, and choosing it anew is all there is to do.
    Desk::await(u"the batch is held"_s,
                [&] { return olga.act(Action::Block, { olga.awaitBatch(id, u"RUNNING"_s) }) == "DONE"_L1; });
    const Target blocked = *targetOf(olga.awaitAttention(u"batch"_s, u"BLOCKED_OTHER"_s));
    QCOMPARE(blocked.id, running.id);
    Target stale = running; // As it was before it was blocked: the version tells.
    stale.standing.clear();
    QCOMPARE(olga.act(Action::Unblock, { stale }), u"PREEMPTED"_s);
    QCOMPARE(olga.actOnRequest(Action::RetryStep, operation), u"NOT BEGUN"_s); // It moves with its batch.
    const QString behind = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(behind);
    const auto waits = olga.awaitDiagnosis(behind, u"WAITING_SLOT"_s);
    QCOMPARE(waits.nextSafeActions.front().targetId.value_or(QString()), running.id); // It leads to the batch in front.
    olga.session().setReadOnly(true);
    QCOMPARE(olga.act(Action::Unblock, { blocked }), u"NOT BEGUN"_s);
    olga.session().setReadOnly(false);
    pipelines(journey, u"success"_s);
    QCOMPARE(olga.act(Action::Unblock, { blocked }), u"STARTED"_s);
    olga.awaitBatch(id, u"RUNNING"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aPausedPartitionIsResumed()
{
    Journey journey = journeyWith({}, {});
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString key = olga.session().overview()["partitions"_L1][0]["key"_L1].toString();
    const Target open { .kind = TargetKind::Partition, .id = key, .standing = u"OPEN"_s };
    const QString waiting = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStatus(waiting, { u"APPROVAL_SENT"_s });
    QCOMPARE(olga.actOnRequest(Action::ReconcileNow, waiting), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::PausePartition, { open }), u"DONE"_s);
    journey.approve(waiting);
    olga.awaitRequest(waiting, u"QUEUED"_s);
    QCOMPARE(olga.awaitDiagnosis(waiting, u"PARTITION_PAUSED"_s).nextSafeActions.front().action, u"RESUME_PARTITION"_s);
    const Target paused = *targetOf(olga.awaitAttention(u"partition"_s, {}));
    QCOMPARE(olga.act(Action::RunRound, { paused }), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::RunRound, { open }), u"REFUSED"_s); // The service says the same.
    QCOMPARE(olga.act(Action::ResumePartition, { paused }), u"DONE"_s);
    olga.awaitRequest(waiting, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::failedRequestsAreClosedTogether()
{
    Journey journey = journeyWith({}, { { u"pipeline_result"_s, u"failed"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    QStringList operations;
    for (const QString &subject : { u"ann"_s, u"ben"_s, u"cleo"_s })
        operations.append(journey.submit(subject, u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    Selection failed;
    for (const QString &operation : operations) {
        olga.awaitRequest(operation, u"CREATE_FAILED"_s);
        failed.append(olga.request(operation));
    }
    QCOMPARE(olga.awaitAttention(u"operation"_s, u"PIPELINE_FAILED"_s).diagnosis->nextSafeActions.empty(), false);
    QCOMPARE(olga.act(Action::RetryStep, { failed.first() }), u"NOT BEGUN"_s); // Its diagnosis says why.
    QCOMPARE(actionFor(Action::CloseRequest)->wordToType(failed), u"3"_s);
    QCOMPARE(olga.act(Action::CloseRequest, failed), u"DONE DONE DONE"_s);
    for (const QString &operation : operations)
        olga.awaitRequest(operation, u"CLOSED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.count("SELECT COUNT(DISTINCT bulk_id) AS n FROM ops_action"), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aDeploymentNobodyProvedIsVouchedForByTwo()
{
    Journey journey = journeyWith({}, {});
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10103);
    olga.awaitRequest(operation, u"MERGED"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, operation), u"NOT BEGUN"_s); // It has landed.
    QCOMPARE(olga.actOnRequest(Action::ReconcileNow, operation), u"STARTED"_s);
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"AWAITING_SECOND"_s);
    QCOMPARE(bob.act(Action::RejectAction, { *targetOf(bob.awaitAttention(u"action"_s, {})) }), u"DONE"_s);
    bob.awaitNothingWaits();
    QCOMPARE(olga.actOnRequest(Action::MarkValidated, operation), u"AWAITING_SECOND"_s);
    QCOMPARE(bob.act(Action::ConfirmAction, { *targetOf(bob.awaitAttention(u"action"_s, {})) }), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aPipelineWithoutAnEndIsTakenForPassed()
{
    Journey journey = journeyWith(impatient, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const Target stuck = *targetOf(olga.awaitAttention(u"batch"_s, u"PIPELINE_UNKNOWN"_s));
    QJsonArray endless;
    for (const QJsonValue &pipeline : journey.twin().get(u"/state"_s)["projects"_L1][0]["pipelines"_L1].toArray())
        endless.append(pipeline["id"_L1]);
    const QJsonObject ignore { { u"ignore"_s, endless } };
    QCOMPARE(olga.act(Action::ConfirmPipeline, { stuck }), u"REFUSED"_s); // It runs still.
    QCOMPARE(olga.act(Action::ConfirmPipeline, { stuck }, ignore), u"REFUSED"_s); // And no other has passed.
    journey.twin().post(u"/pipelines/script"_s,
                        { { u"steps"_s, QJsonArray { QJsonObject { { u"at_ms"_s, 0 }, { u"status"_s, u"success"_s } } } } });
    support::JsonClient forge(journey.stack().twinApi());
    const auto made = forge.post(u"/api/v4/projects/config%2Faccess/merge_requests/1/pipelines"_s, QJsonObject(),
                                 { { "PRIVATE-TOKEN", journey.stack().files().secret(u"maintainer-token"_s) } });
    QVERIFY2(made.isSuccess(), qPrintable(made.text()));
    Desk::await(u"it may be taken for passed"_s,
                [&] { return olga.act(Action::ConfirmPipeline, { stuck }, ignore) == "STARTED"_L1; });
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::whatLandedOtherwiseIsAligned()
{
    support::Maintainers maintainers;
    Journey journey({ { u"engine.sweepMs"_s, u"60000"_s } }, { { u"pipeline_step_ms"_s, 700 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    QCOMPARE(maintainers.sql("UPDATE merge_batch SET validated_tree = REPEAT('0', 40)"), 1);
    const auto item = olga.awaitAttention(u"batch"_s, u"TREE_MISMATCH"_s);
    const Target other = *targetOf(item);
    QCOMPARE(item.diagnosis->nextSafeActions.front().action, u"ALIGN_WITH_REMOTE"_s);
    QCOMPARE(olga.act(Action::SettleFailed, { other }), u"NOT BEGUN"_s); // Its diagnosis says why.
    const QString retried = olga.act(Action::RetryStep, { other });
    QVERIFY2(retried == "NOT BEGUN"_L1 || retried == "REFUSED"_L1, qPrintable(retried));
    QCOMPARE(actionFor(Action::AlignWithRemote)->wordToType({ other }), other.id); // It cannot be undone.
    QCOMPARE(olga.act(Action::AlignWithRemote, { other }), u"DONE"_s);
    olga.awaitBatch(other.id.toLongLong(), u"SUCCEEDED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::whatAPersonMergedIsTakenOver()
{
    Journey journey = journeyWith(
        {}, { { u"pipeline_result"_s, u"failed"_s }, { u"pipelines_must_succeed"_s, false }, { u"required_approvals"_s, 0 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    olga.awaitRequest(operation, u"CREATE_FAILED"_s);
    const Target batch = olga.awaitBatch(batchOf(journey, operation), u"FAILED"_s);
    QCOMPARE(olga.act(Action::AlignWithRemote, { batch }), u"ALREADY_FINE"_s);
    for (const QString &op : { u"reopen"_s, u"merge"_s })
        journey.twin().act(
            { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, op }, { u"user"_s, u"maintainer"_s } });
    QCOMPARE(olga.act(Action::RequeueMembers, { batch }), u"REFUSED"_s); // It would land twice.
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, operation), u"REFUSED"_s);
    QCOMPARE(olga.act(Action::ReCheck, { batch }), u"DONE"_s);
    olga.awaitDiagnosis(operation, u"REMOTE_MERGED"_s);
    QCOMPARE(olga.act(Action::AlignWithRemote, { batch }), u"DONE"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aBatchThatNeedsAThirdApprovalIsReleasedOnceItHasIt()
{
    Journey journey = journeyWith({ { u"poll.mergeability.limit"_s, u"3"_s } }, { { u"required_approvals"_s, 3 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const Target blocked = *targetOf(olga.awaitAttention(u"batch"_s, u"BLOCKED_OTHER"_s));
    QCOMPARE(olga.act(Action::RunRound, { Target { .kind = TargetKind::Partition, .id = u"access"_s } }), u"ALREADY_FINE"_s);
    journey.twin().act(
        { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, u"approve"_s }, { u"user"_s, u"maintainer"_s } });
    QCOMPARE(olga.act(Action::Unblock, { blocked }), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ConsoleRecoveryTest)
#include "tst_consolerecovery.moc"
