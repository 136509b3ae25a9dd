// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::Journey;
using slipway::support::Maintainers;

/// What stops, why, and how maintainers repair it, on real parts. What would be wrong to do is refused with its reason.
class ActionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aPipelineWithoutAnEndIsConfirmedByIgnoringIt();
    void aStuckBatchIsSettledByTwoPersonsAndItsMembersRunAgain();
    void aBatchHeldByAPersonStandsStillUntilItIsReleased();
    void aPausedPartitionTakesNothingUntilItIsResumed();
    void whatLandedOtherwiseIsAcceptedWithAReasonOnly();
    void aFailedBatchMergedByAPersonIsTakenOver();
    void aDeploymentNobodyProvedIsVouchedForByTwo();
    void aRequestNobodyRecoversIsClosedAndMayBeAskedAgain();
    void manyTargetsAreWorkedOffInTheBackground();
    void theSameKeyActsOnce();
};

namespace {

QString batchOf(Maintainers &maintainers, const QString &operation)
{
    return QString::number(maintainers.operation(operation).value("batchId"_L1).toInteger());
}

QString outcomeOf(const QJsonObject &result)
{
    const QString code = result.value("code"_L1).toString();
    return result.value("outcome"_L1).toString() + (code.isEmpty() ? QString() : u' ' + code);
}

} // namespace

void ActionsTest::aPipelineWithoutAnEndIsConfirmedByIgnoringIt() // P32
{
    Maintainers maintainers;
    Journey journey({ { u"poll.pipeline.limit"_s, u"5"_s }, { u"poll.pipeline.longMs"_s, u"600000"_s } },
                    { { u"pipeline_result"_s, u"running"_s } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const QString batch = batchOf(maintainers, operation);
    const QJsonObject page = maintainers.awaitDiagnosis(operation, u"PIPELINE_UNKNOWN"_s);
    QCOMPARE(Maintainers::advised(page), QStringList({ u"RE_CHECK"_s, u"CONFIRM_PIPELINE"_s }));
    QVERIFY(Maintainers::blocked(page).contains(u"FREE_SLOT"_s));

    QCOMPARE(outcomeOf(maintainers.act(u"RE_CHECK"_s, u"batch"_s, batch)), u"STARTED"_s);
    const QJsonObject remote = maintainers.batch(batch.toLongLong()).value("remote"_L1).toObject();
    QCOMPARE(remote.value("state"_L1).toString(), u"opened"_s);
    QCOMPARE(remote["pipelines"_L1][0]["status"_L1].toString(), u"running"_s);
    QCOMPARE(remote.value("readBy"_L1).toString(), u"olga"_s);

    QCOMPARE(maintainers.wouldCome(u"CONFIRM_PIPELINE"_s, u"operation"_s, operation), u"REFUSED MEMBER_OF_BATCH"_s);
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_PIPELINE"_s, u"batch"_s, batch), u"REFUSED NOT_PASSED"_s);
    // Also the one that the push alone has made.
    QJsonArray endless;
    for (const QJsonValue &pipeline : remote.value("pipelines"_L1).toArray())
        endless.append(pipeline["id"_L1]);
    const QJsonObject ignore { { u"ignore"_s, endless } };
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_PIPELINE"_s, u"batch"_s, batch, ignore), u"REFUSED NONE_PASSED"_s);
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_PIPELINE"_s, u"batch"_s, batch, { { u"ignore"_s, u"all"_s } }),
             u"REFUSED BAD_PARAMETER"_s);
    // A second pipeline of the same head passes while the first never ends.
    journey.twin().post(u"/pipelines/script"_s,
                        { { u"steps"_s, QJsonArray { QJsonObject { { u"at_ms"_s, 0 }, { u"status"_s, u"success"_s } } } } });
    slipway::support::JsonClient forge(journey.stack().twinApi());
    const auto made = forge.post(u"/api/v4/projects/config%2Faccess/merge_requests/1/pipelines"_s, QJsonObject(),
                                 { { "PRIVATE-TOKEN", journey.stack().files().secret(u"maintainer-token"_s) } });
    QVERIFY2(made.isSuccess(), qPrintable(made.text()));
    QVERIFY(slipway::support::await(
        [&] { return maintainers.wouldCome(u"CONFIRM_PIPELINE"_s, u"batch"_s, batch, ignore) == "WOULD_DO"_L1; }, 20s));
    QCOMPARE(outcomeOf(maintainers.act(u"CONFIRM_PIPELINE"_s, u"batch"_s, batch, ignore)), u"STARTED"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::aStuckBatchIsSettledByTwoPersonsAndItsMembersRunAgain()
{
    Maintainers maintainers;
    Journey journey({ { u"poll.pipeline.limit"_s, u"5"_s }, { u"poll.pipeline.longMs"_s, u"600000"_s } },
                    { { u"pipeline_result"_s, u"running"_s } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const QString batch = batchOf(maintainers, operation);
    QCOMPARE(maintainers.wouldCome(u"REQUEUE_MEMBERS"_s, u"batch"_s, batch), u"REFUSED BATCH_ACTIVE"_s);
    QCOMPARE(maintainers.wouldCome(u"ALIGN_WITH_REMOTE"_s, u"batch"_s, batch), u"REFUSED REMOTE_UNDECIDED"_s);
    QCOMPARE(maintainers.wouldCome(u"CLOSE_REQUEST"_s, u"operation"_s, operation), u"REFUSED MEMBER_OF_BATCH"_s);
    QVERIFY(maintainers.preview(u"SETTLE_FAILED"_s, u"batch"_s, batch)["items"_L1][0]["needsSecond"_L1].toBool());

    const QJsonObject asked = maintainers.act(u"SETTLE_FAILED"_s, u"batch"_s, batch);
    QCOMPARE(asked.value("outcome"_L1).toString(), u"AWAITING_SECOND"_s);
    const QString action = asked.value("actionId"_L1).toString();
    QCOMPARE(journey.read(operation)["stepStatus"_L1]["code"_L1].toInt(), 10502); // Nothing happened yet.
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_ACTION"_s, u"action"_s, action), u"REFUSED SAME_PERSON"_s);
    QCOMPARE(maintainers.wouldCome(u"REJECT_ACTION"_s, u"action"_s, action), u"WOULD_DO"_s); // Taking back takes no other.
    QCOMPARE(outcomeOf(maintainers.act(u"CONFIRM_ACTION"_s, u"action"_s, action, {}, u"bob"_s)), u"STARTED"_s);
    maintainers.awaitBatch(batch.toLongLong(), u"FAILED"_s);
    QVERIFY(slipway::support::await(
        [&] { return maintainers.get(u"/ops/v1/actions/"_s + action).value("state"_L1) == "DONE"_L1; }, 20s));
    QCOMPARE(maintainers.get(u"/ops/v1/actions/"_s + action).value("confirmedBy"_L1).toString(), u"bob"_s);
    QCOMPARE(journey.effects(u"close"_s), 1);
    const QJsonObject failed = maintainers.awaitDiagnosis(operation, u"FAILED_NEEDS_PERSON"_s);
    QCOMPARE(failed["stepStatus"_L1]["code"_L1].toInt(), 10204);
    QVERIFY(Maintainers::advised(failed).contains(u"REQUEUE_MEMBERS"_s));
    QCOMPARE(maintainers.wouldCome(u"SETTLE_FAILED"_s, u"batch"_s, batch), u"ALREADY_FINE OVER"_s);

    journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, u"success"_s } });
    QCOMPARE(outcomeOf(maintainers.act(u"REQUEUE_MEMBERS"_s, u"batch"_s, batch)), u"DONE"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(maintainers.wouldCome(u"REQUEUE_MEMBERS"_s, u"batch"_s, batch), u"ALREADY_FINE NOBODY_LEFT"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
    // The whole story stands in one timeline and in the audit.
    QStringList sources;
    for (const QJsonValue &entry : maintainers.operation(operation).value("timeline"_L1).toArray())
        sources.append(entry["source"_L1].toString());
    for (const char *source : { "HISTORY", "CALLBACK", "REMOTE", "BATCH", "DEPLOY" })
        QVERIFY2(sources.contains(QString::fromLatin1(source)), source);
    const QJsonArray audit =
        maintainers.get(u"/ops/v1/audit?subjectKind=batch&subjectRef="_s + batch).value("items"_L1).toArray();
    QVERIFY(audit.size() >= 4);
}

void ActionsTest::aBatchHeldByAPersonStandsStillUntilItIsReleased()
{
    Maintainers maintainers;
    Journey journey({}, { { u"pipeline_step_ms"_s, 1000 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    const QString batch = batchOf(maintainers, operation);
    QCOMPARE(maintainers.wouldCome(u"UNBLOCK"_s, u"batch"_s, batch), u"ALREADY_FINE RUNNING"_s);
    QCOMPARE(outcomeOf(maintainers.act(u"BLOCK"_s, u"batch"_s, batch)), u"DONE"_s);
    const QJsonObject page = maintainers.awaitDiagnosis(operation, u"BLOCKED_OTHER"_s);
    QVERIFY(page["diagnosis"_L1]["sentence"_L1].toString().contains("olga"_L1));
    // Its pipeline passes, and still nothing moves.
    QVERIFY(slipway::support::await(
        [&] {
            const QJsonValue projects = journey.twin().get(u"/state"_s).value("projects"_L1);
            return projects[0]["pipelines"_L1][0]["status"_L1] == "success"_L1;
        },
        20s));
    QCOMPARE(maintainers.wouldCome(u"RETRY_STEP"_s, u"batch"_s, batch), u"REFUSED BLOCKED_BY_PERSON"_s);
    QCOMPARE(outcomeOf(maintainers.act(u"RE_CHECK"_s, u"batch"_s, batch)), u"STARTED"_s);
    QCOMPARE(maintainers.batch(batch.toLongLong()).value("status"_L1).toString(), u"BLOCKED"_s);
    QCOMPARE(journey.read(operation)["stepStatus"_L1]["code"_L1].toInt(), 10009);
    bool isListed = false;
    for (const QJsonValue &item : maintainers.get(u"/ops/v1/attention"_s).value("items"_L1).toArray())
        isListed = isListed || (item["kind"_L1] == "batch"_L1 && item["id"_L1] == batch);
    QVERIFY(isListed);
    QCOMPARE(outcomeOf(maintainers.act(u"UNBLOCK"_s, u"batch"_s, batch)), u"STARTED"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::aPausedPartitionTakesNothingUntilItIsResumed()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString partition = maintainers.get(u"/ops/v1/overview"_s)["partitions"_L1][0]["key"_L1].toString();
    QCOMPARE(outcomeOf(maintainers.act(u"PAUSE_PARTITION"_s, u"partition"_s, partition)), u"DONE"_s);
    QCOMPARE(maintainers.wouldCome(u"PAUSE_PARTITION"_s, u"partition"_s, partition), u"ALREADY_FINE PAUSED"_s);
    QCOMPARE(maintainers.wouldCome(u"PAUSE_PARTITION"_s, u"partition"_s, u"nowhere"_s), u"REFUSED UNKNOWN_PARTITION"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10406);
    const QJsonObject page = maintainers.awaitDiagnosis(operation, u"PARTITION_PAUSED"_s);
    QCOMPARE(Maintainers::advised(page), QStringList { u"RESUME_PARTITION"_s });
    QCOMPARE(Maintainers::blocked(page), QStringList { u"RUN_ROUND"_s });
    QCOMPARE(maintainers.wouldCome(u"RUN_ROUND"_s, u"partition"_s, partition), u"REFUSED PAUSED"_s);
    QCOMPARE(maintainers.wouldCome(u"CLOSE_REQUEST"_s, u"operation"_s, operation), u"REFUSED STILL_WAITS"_s);
    QCOMPARE(maintainers.wouldCome(u"RETRY_STEP"_s, u"operation"_s, operation), u"ALREADY_FINE UNDER_WAY"_s);
    QCOMPARE(outcomeOf(maintainers.act(u"RESUME_PARTITION"_s, u"partition"_s, partition)), u"DONE"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    // A stale look at it is noticed.
    const auto stale = maintainers.post(
        { { u"action"_s, u"PAUSE_PARTITION"_s },
          { u"mode"_s, u"preview"_s },
          { u"targets"_s,
            QJsonArray { QJsonObject { { u"type"_s, u"partition"_s }, { u"id"_s, partition }, { u"version"_s, 0 } } } } });
    QCOMPARE(stale.data()["items"_L1][0]["outcome"_L1].toString(), u"PREEMPTED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::whatLandedOtherwiseIsAcceptedWithAReasonOnly() // P43
{
    Maintainers maintainers;
    Journey journey({ { u"engine.sweepMs"_s, u"60000"_s } }, { { u"pipeline_step_ms"_s, 700 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    const QString batch = batchOf(maintainers, operation);
    QCOMPARE(maintainers.sql("UPDATE merge_batch SET validated_tree = REPEAT('0', 40)"), 1);
    maintainers.awaitBatch(batch.toLongLong(), u"BLOCKED"_s);
    QCOMPARE(Maintainers::codeOf(maintainers.batch(batch.toLongLong())), u"TREE_MISMATCH"_s);
    QCOMPARE(maintainers.wouldCome(u"SETTLE_FAILED"_s, u"batch"_s, batch), u"REFUSED LANDED"_s);
    QCOMPARE(maintainers.wouldCome(u"UNBLOCK"_s, u"batch"_s, batch), u"REFUSED TREE_MISMATCH"_s);
    QCOMPARE(maintainers.wouldCome(u"RETRY_STEP"_s, u"batch"_s, batch), u"REFUSED TREE_MISMATCH"_s);
    QCOMPARE(maintainers.get(u"/ops/v1/findings?state=open&code=TREE_MISMATCH"_s).value("items"_L1).toArray().size(), 1);
    QCOMPARE(outcomeOf(maintainers.act(u"ALIGN_WITH_REMOTE"_s, u"batch"_s, batch)), u"DONE"_s);
    maintainers.awaitBatch(batch.toLongLong(), u"SUCCEEDED"_s);
    QCOMPARE(maintainers.get(u"/ops/v1/findings?state=open"_s).value("items"_L1).toArray().size(), 0);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::aFailedBatchMergedByAPersonIsTakenOver()
{
    Maintainers maintainers;
    Journey journey(
        {}, { { u"pipeline_result"_s, u"failed"_s }, { u"pipelines_must_succeed"_s, false }, { u"required_approvals"_s, 0 } },
        maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    const QString batch = batchOf(maintainers, operation);
    QCOMPARE(maintainers.wouldCome(u"RETRY_STEP"_s, u"operation"_s, operation), u"REFUSED PIPELINE_FAILED"_s);
    QCOMPARE(maintainers.wouldCome(u"ALIGN_WITH_REMOTE"_s, u"batch"_s, batch), u"ALREADY_FINE AGREES"_s);
    for (const QString &op : { u"reopen"_s, u"merge"_s })
        journey.twin().act(
            { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, op }, { u"user"_s, u"maintainer"_s } });
    QCOMPARE(maintainers.wouldCome(u"REQUEUE_MEMBERS"_s, u"batch"_s, batch), u"REFUSED REMOTE_MERGED"_s);
    QCOMPARE(maintainers.wouldCome(u"CLOSE_REQUEST"_s, u"operation"_s, operation), u"REFUSED REMOTE_MERGED"_s);
    QCOMPARE(outcomeOf(maintainers.act(u"RE_CHECK"_s, u"batch"_s, batch)), u"DONE"_s);
    QCOMPARE(Maintainers::codeOf(maintainers.batch(batch.toLongLong())), u"REMOTE_MERGED"_s);
    QCOMPARE(Maintainers::codeOf(maintainers.operation(operation)), u"REMOTE_MERGED"_s);
    QCOMPARE(maintainers.wouldCome(u"ALIGN_WITH_REMOTE"_s, u"operation"_s, operation), u"REFUSED MEMBER_OF_BATCH"_s);
    QCOMPARE(outcomeOf(maintainers.act(u"ALIGN_WITH_REMOTE"_s, u"batch"_s, batch)), u"DONE"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(maintainers.batch(batch.toLongLong()).value("status"_L1).toString(), u"FAILED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::aDeploymentNobodyProvedIsVouchedForByTwo()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10103);
    maintainers.awaitBatch(batchOf(maintainers, operation).toLongLong(), u"SUCCEEDED"_s);
    const QJsonObject page = maintainers.awaitDiagnosis(operation, u"DEPLOY_LATE"_s);
    QCOMPARE(Maintainers::advised(page), QStringList { u"RECONCILE_NOW"_s });
    QCOMPARE(outcomeOf(maintainers.act(u"RECONCILE_NOW"_s, u"operation"_s, operation)), u"STARTED"_s);
    const QString rejected = maintainers.act(u"MARK_VALIDATED"_s, u"operation"_s, operation)["actionId"_L1].toString();
    QCOMPARE(outcomeOf(maintainers.act(u"REJECT_ACTION"_s, u"action"_s, rejected, {}, u"bob"_s)), u"DONE"_s);
    QCOMPARE(maintainers.get(u"/ops/v1/actions/"_s + rejected).value("state"_L1).toString(), u"REJECTED"_s);
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_ACTION"_s, u"action"_s, rejected, {}, u"bob"_s), u"ALREADY_FINE REJECTED"_s);
    QCOMPARE(journey.read(operation).value("bindingStatus"_L1).toString(), u"MERGED"_s);

    // One that waits too long for its second person is over.
    const QString late = maintainers.act(u"MARK_VALIDATED"_s, u"operation"_s, operation)["actionId"_L1].toString();
    QCOMPARE(maintainers.sql("UPDATE ops_action SET expires_at = '2020-01-01' WHERE state = 'AWAITING_SECOND'"), 1);
    QCOMPARE(maintainers.wouldCome(u"CONFIRM_ACTION"_s, u"action"_s, late, {}, u"bob"_s), u"REFUSED EXPIRED"_s);

    const QString asked = maintainers.act(u"MARK_VALIDATED"_s, u"operation"_s, operation)["actionId"_L1].toString();
    QCOMPARE(outcomeOf(maintainers.act(u"CONFIRM_ACTION"_s, u"action"_s, asked, {}, u"bob"_s)), u"STARTED"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(maintainers.wouldCome(u"MARK_VALIDATED"_s, u"operation"_s, operation), u"ALREADY_FINE VALIDATED"_s);
    QCOMPARE(maintainers.wouldCome(u"RECONCILE_NOW"_s, u"operation"_s, operation), u"ALREADY_FINE NOTHING_AWAITS"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::aRequestNobodyRecoversIsClosedAndMayBeAskedAgain()
{
    Maintainers maintainers;
    Journey journey({}, { { u"pipeline_result"_s, u"failed"_s } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    QVERIFY(Maintainers::advised(maintainers.operation(operation)).contains(u"CLOSE_REQUEST"_s));
    QCOMPARE(maintainers.get(u"/ops/v1/pending-manual"_s).value("items"_L1).toArray().size(), 1);
    QCOMPARE(outcomeOf(maintainers.act(u"CLOSE_REQUEST"_s, u"operation"_s, operation)), u"DONE"_s);
    QCOMPARE(journey.read(operation).value("bindingStatus"_L1).toString(), u"CLOSED"_s);
    QCOMPARE(maintainers.wouldCome(u"CLOSE_REQUEST"_s, u"operation"_s, operation), u"ALREADY_FINE CLOSED"_s);
    QVERIFY(maintainers.operation(operation).value("diagnosis"_L1).isNull());
    journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, u"success"_s } });
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(maintainers.wouldCome(u"RETRY_STEP"_s, u"operation"_s, operation), u"REFUSED REPLACED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::manyTargetsAreWorkedOffInTheBackground()
{
    Maintainers maintainers;
    Journey journey({}, { { u"pipeline_result"_s, u"failed"_s } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    QJsonArray targets;
    QStringList operations;
    for (int i = 0; i < 8; ++i)
        operations.append(journey.submit(u"ann%1"_s.arg(i), u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    for (const QString &operation : operations) {
        journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
        targets.append(QJsonObject { { u"type"_s, u"operation"_s }, { u"id"_s, operation } });
    }
    QJsonObject body { { u"action"_s, u"CLOSE_REQUEST"_s },
                       { u"mode"_s, u"preview"_s },
                       { u"targets"_s, targets },
                       { u"reason"_s, u"all of them"_s },
                       { u"bulkId"_s, u"clean-up"_s } };
    body.insert(u"planHash"_s, maintainers.post(body).data().value("planHash"_L1));
    body.insert(u"mode"_s, u"execute"_s);
    const auto begun = maintainers.post(body);
    QCOMPARE(begun.data().value("state"_L1).toString(), u"RUNNING"_s);
    QCOMPARE(begun.data()["items"_L1][7]["outcome"_L1].toString(), u"STARTED"_s);
    QJsonObject action;
    QVERIFY(slipway::support::await(
        [&] {
            action = maintainers.get(u"/ops/v1/actions?bulkId=clean-up"_s)["items"_L1][0].toObject();
            return action.value("state"_L1) == "DONE"_L1;
        },
        30s));
    const QJsonArray results =
        maintainers.get(u"/ops/v1/actions/"_s + action.value("actionId"_L1).toString()).value("results"_L1).toArray();
    QCOMPARE(results.size(), 8);
    for (const QJsonValue &result : results)
        QCOMPARE(result["outcome"_L1].toString(), u"DONE"_s);
    for (const QString &operation : operations)
        QCOMPARE(journey.read(operation).value("bindingStatus"_L1).toString(), u"CLOSED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ActionsTest::theSameKeyActsOnce()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString partition = maintainers.get(u"/ops/v1/overview"_s)["partitions"_L1][0]["key"_L1].toString();
    const QJsonObject plan = maintainers.preview(u"PAUSE_PARTITION"_s, u"partition"_s, partition);
    const QJsonObject body { { u"action"_s, u"PAUSE_PARTITION"_s },
                             { u"mode"_s, u"execute"_s },
                             { u"targets"_s,
                               QJsonArray { QJsonObject { { u"type"_s, u"partition"_s }, { u"id"_s, partition } } } },
                             { u"parameters"_s, QJsonObject { { u"__authenticatedOperator"_s, u"root"_s } } },
                             { u"reason"_s, u"a test"_s },
                             { u"planHash"_s, plan.value("planHash"_L1) } };
    const auto first = maintainers.post(body, { { "Idempotency-Key", "once" } });
    QCOMPARE(first.data()["items"_L1][0]["outcome"_L1].toString(), u"DONE"_s);
    const auto again = maintainers.post(body, { { "Idempotency-Key", "once" } });
    QCOMPARE(again.data(), first.data());
    QCOMPARE(again.header("Idempotent-Replayed"), QByteArray("true"));
    QCOMPARE(maintainers.post(body, { { "Idempotency-Key", "once" } }, u"bob"_s).status, 422);
    // Without the key it is another action, whose plan no longer holds.
    QCOMPARE(maintainers.post(body).status, 409);
    const QJsonObject audited = maintainers.get(u"/ops/v1/audit?action=PAUSE_PARTITION"_s)["items"_L1][0].toObject();
    QCOMPARE(audited.value("outcome"_L1).toString(), u"PLAN_CHANGED"_s);
    QCOMPARE(audited["parameters"_L1]["__authenticatedOperator"_L1].toString(), u"olga"_s);
}

QTEST_GUILESS_MAIN(ActionsTest)
#include "tst_actions.moc"
