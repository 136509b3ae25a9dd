// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "console/actions/actionrun.h"
#include "console/actions/runmodel.h"
#include "console/session/session.h"
#include "tests/console/plainservice.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QNetworkAccessManager>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;

/// The order of things, and what happens when an answer does not come: a service that loses them on purpose. What the actions do to a
/// real one is proven beside this.
class ConsoleActionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void noActionFreesASlot();
    void whatIsWrongToDoIsRefusedBeforehand_data();
    void whatIsWrongToDoIsRefusedBeforehand();
    void theServicesReasonComesFirst();
    void nothingIsSentBeforeItIsConfirmed();
    void itIsConfirmedWithAReasonAndTheTypedId();
    void manyAreRunOneAfterTheOtherUnderOneBulkId();
    void theRestMayBeCancelled();
    void aLostAnswerIsReadNotRepeated();
    void whatIsUnknownIsSentAgainUnderItsOldKey();
    void aChangedPlanDoesNothingAndSaysSo();
};

namespace {

Target target(TargetKind kind, const QString &standing, qint64 step = 0, bool isInActiveBatch = false)
{
    return { .kind = kind,
             .id = u"id-1"_s,
             .version = 3,
             .label = u"one"_s,
             .standing = standing,
             .step = step,
             .isInActiveBatch = isInActiveBatch };
}

QJsonObject planned(const PlainService::Asked &asked)
{
    const QJsonValue one = asked.body["targets"_L1][0];
    return { { u"planHash"_s, u"hash-"_s + one["id"_L1].toString() },
             { u"items"_s,
               QJsonArray { QJsonObject { { u"type"_s, one["type"_L1] },
                                          { u"id"_s, one["id"_L1] },
                                          { u"outcome"_s, u"WOULD_DO"_s },
                                          { u"text"_s, u"planned"_s },
                                          { u"before"_s, QJsonObject() },
                                          { u"after"_s, QJsonObject() },
                                          { u"guards"_s, QJsonArray { u"status = 1"_s } },
                                          { u"writes"_s, QJsonArray() },
                                          { u"remoteCalls"_s, QJsonArray() },
                                          { u"irreversible"_s, true },
                                          { u"needsSecond"_s, false } } } } };
}

QJsonObject done(const PlainService::Asked &asked, const QString &outcome = u"DONE"_s)
{
    const QJsonValue one = asked.body["targets"_L1][0];
    return { { u"actionId"_s, u"a-"_s + one["id"_L1].toString() },
             { u"state"_s, u"DONE"_s },
             { u"planHash"_s, asked.body["planHash"_L1] },
             { u"items"_s,
               QJsonArray { QJsonObject { { u"type"_s, one["type"_L1] },
                                          { u"id"_s, one["id"_L1] },
                                          { u"outcome"_s, outcome },
                                          { u"text"_s, u"done"_s } } } } };
}

bool isExecution(const PlainService::Asked &asked) { return asked.body["mode"_L1] == "execute"_L1; }

/// A session that is fresh, on a service that answers by \a answer what is asked of actions.
struct Stage {
    explicit Stage(std::function<PlainService::Said(const PlainService::Asked &)> answer)
        : service([this, answer](const PlainService::Asked &asked) -> PlainService::Said {
            if (asked.line.startsWith("GET /api/v1/session"))
                return { 200, QJsonObject { { u"identity"_s, u"olga"_s } } };
            if (asked.line.startsWith("GET /ops/v1/overview"))
                return { 200, QJsonObject() };
            if (asked.line.startsWith("GET /ops/v1/events"))
                return { 404, QJsonValue() };
            if (isExecution(asked))
                executions.append(asked);
            return answer(asked);
        })
        , session(network)
    {
        Profile profile = Profile::fresh(Profile::Stage::Development);
        profile.url = service.url();
        profile.account = u"olga"_s;
        session.open(profile, {});
    }
    bool isReady()
    {
        return QTest::qWaitFor([this] { return session.state() == Session::State::Fresh; }, 10000);
    }

    QList<PlainService::Asked> executions;
    PlainService service;
    QNetworkAccessManager network;
    Session session;
};

Selection batches(int count)
{
    Selection selection;
    for (int i = 1; i <= count; ++i)
        selection.append(Target { .kind = TargetKind::Batch,
                                  .id = QString::number(i),
                                  .version = i,
                                  .label = u"#%1"_s.arg(i),
                                  .standing = u"BLOCKED"_s });
    return selection;
}

PlainService::Said willing(const PlainService::Asked &asked)
{
    return { 200, isExecution(asked) ? done(asked) : planned(asked) };
}

} // namespace

void ConsoleActionsTest::noActionFreesASlot()
{
    QVERIFY(!actionNamed(u"FREE_SLOT"_s));
    for (const OperatorAction &action : actionCatalogue()) {
        QVERIFY(!action.title().isEmpty() && !action.effect().isEmpty());
        QCOMPARE(actionNamed(action.name()), &action);
    }
    // Those the service does not offer are not offered here.
    QVERIFY(!actionFor(Action::RevertBatch) && !actionFor(Action::SetPriority) && !actionFor(Action::RepairCard));
    QCOMPARE(actionCatalogue().size(), size_t(17));
}

void ConsoleActionsTest::whatIsWrongToDoIsRefusedBeforehand_data()
{
    QTest::addColumn<Action>("action");
    QTest::addColumn<Target>("on");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char *name, Action action, const Target &on, bool isAllowed) {
        QTest::newRow(name) << action << on << isAllowed;
    };
    row("unblock a blocked batch", Action::Unblock, target(TargetKind::Batch, u"BLOCKED"_s), true);
    row("unblock a running batch", Action::Unblock, target(TargetKind::Batch, u"RUNNING"_s), false);
    row("block a running batch", Action::Block, target(TargetKind::Batch, u"RUNNING"_s), true);
    row("block a failed batch", Action::Block, target(TargetKind::Batch, u"FAILED"_s), false);
    row("settle a blocked batch", Action::SettleFailed, target(TargetKind::Batch, u"BLOCKED"_s), true);
    row("settle one that is over", Action::SettleFailed, target(TargetKind::Batch, u"SUCCEEDED"_s), false);
    row("settle a request", Action::SettleFailed, target(TargetKind::Operation, u"QUEUED"_s), false);
    row("requeue a failed batch", Action::RequeueMembers, target(TargetKind::Batch, u"FAILED"_s), true);
    row("requeue an active batch", Action::RequeueMembers, target(TargetKind::Batch, u"RUNNING"_s), false);
    row("close a failed request", Action::CloseRequest, target(TargetKind::Operation, u"CREATE_FAILED"_s), true);
    row("close what has landed", Action::CloseRequest, target(TargetKind::Operation, u"MERGED"_s), false);
    row("close a member of an active batch", Action::CloseRequest, target(TargetKind::Operation, u"MR_CREATED"_s, 10009, true),
        false);
    row("retry a member of an active batch", Action::RetryStep, target(TargetKind::Operation, u"MERGING"_s, 10101, true),
        false);
    row("retry what is over", Action::RetryStep, target(TargetKind::Operation, u"VALIDATED"_s), false);
    row("confirm a pipeline in doubt", Action::ConfirmPipeline, target(TargetKind::Operation, u"MR_CREATED"_s, 10502), true);
    row("confirm one that is not", Action::ConfirmPipeline, target(TargetKind::Operation, u"MR_CREATED"_s, 10009), false);
    row("vouch for what landed", Action::MarkValidated, target(TargetKind::Operation, u"MERGED"_s), true);
    row("vouch for what did not", Action::MarkValidated, target(TargetKind::Operation, u"QUEUED"_s), false);
    row("run a round in a closed partition", Action::RunRound, target(TargetKind::Partition, u"PAUSED"_s), false);
    row("pause an open partition", Action::PausePartition, target(TargetKind::Partition, u"OPEN"_s), true);
    row("pause a paused one", Action::PausePartition, target(TargetKind::Partition, u"PAUSED"_s), false);
    row("resume an open one", Action::ResumePartition, target(TargetKind::Partition, u"OPEN"_s), false);
    row("remind of what is decided", Action::Remind, target(TargetKind::Approval, u"accepted"_s), false);
    row("confirm an action that is over", Action::ConfirmAction, target(TargetKind::Action, u"DONE"_s), false);
    row("what is not known is left to the service", Action::Unblock, target(TargetKind::Batch, {}), true);
}

void ConsoleActionsTest::whatIsWrongToDoIsRefusedBeforehand()
{
    QFETCH(Action, action);
    QFETCH(Target, on);
    QFETCH(bool, isAllowed);
    const Guard guard = actionFor(action)->guard(Selection { on });
    QCOMPARE(guard.isAllowed, isAllowed);
    QCOMPARE(guard.reason.isEmpty(), isAllowed);
}

void ConsoleActionsTest::theServicesReasonComesFirst()
{
    Target on = target(TargetKind::Operation, u"CREATE_FAILED"_s);
    on.blocked = { { u"RETRY_STEP"_s, u"The same merge request fails again."_s } };
    QCOMPARE(actionFor(Action::RetryStep)->guard(Selection { on }).reason, u"The same merge request fails again."_s);
    QVERIFY(actionFor(Action::CloseRequest)->guard(Selection { on }).isAllowed);
    QVERIFY(!actionFor(Action::CloseRequest)->guard(Selection {}).isAllowed);
    Selection many;
    for (int i = 0; i < 51; ++i)
        many.append(target(TargetKind::Operation, u"CREATE_FAILED"_s));
    QVERIFY(!actionFor(Action::CloseRequest)->guard(many).isAllowed);
}

void ConsoleActionsTest::nothingIsSentBeforeItIsConfirmed()
{
    Stage stage(&willing);
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(2));
    QVERIFY(run.begin().isAllowed);
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    QCOMPARE(stage.service.count("POST /ops/v1/actions"), 2);
    QCOMPARE(run.items()[0].plan->guards, std::vector<QString> { u"status = 1"_s });
    run.cancel();
    QCOMPARE(run.stage(), ActionRun::Stage::Ended);
    QCOMPARE(run.count("CANCELLED"_L1), 2);
    QCOMPARE(stage.executions.size(), 0);
    // No plan, no operator: both are the service's.
    for (const PlainService::Asked &asked : stage.service.asked())
        QVERIFY(!asked.body.contains(u"operator"_s)
                && !asked.body["parameters"_L1].toObject().contains(u"__authenticatedOperator"_s));
}

void ConsoleActionsTest::itIsConfirmedWithAReasonAndTheTypedId()
{
    Stage stage(&willing);
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::SettleFailed), batches(1));
    run.begin();
    QVERIFY(!run.confirm(u"too early"_s, u"1"_s).isAllowed);
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    QCOMPARE(run.wordToType(), u"1"_s);
    QVERIFY(!run.confirm(u"  "_s, u"1"_s).isAllowed);
    QVERIFY(!run.confirm(u"stuck"_s, u"2"_s).isAllowed);
    QVERIFY(!run.confirm(u"stuck"_s, {}).isAllowed);
    QCOMPARE(stage.executions.size(), 0);
    QVERIFY(run.confirm(u" stuck "_s, u"1"_s).isAllowed);
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Ended);
    QCOMPARE(run.items()[0].outcome, u"DONE"_s);
    const QJsonObject sent = stage.executions.first().body;
    QCOMPARE(sent["reason"_L1].toString(), u"stuck"_s);
    QCOMPARE(sent["planHash"_L1].toString(), u"hash-1"_s);
    QCOMPARE(sent["targets"_L1][0]["version"_L1].toInt(), 1);
}

void ConsoleActionsTest::manyAreRunOneAfterTheOtherUnderOneBulkId()
{
    Stage stage([](const PlainService::Asked &asked) -> PlainService::Said {
        const bool isSecond = asked.body["targets"_L1][0]["id"_L1] == "2"_L1;
        if (isExecution(asked) && isSecond)
            return { 200, done(asked, u"REFUSED"_s) };
        return willing(asked);
    });
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(6));
    RunModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(&run);
    run.begin();
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    run.confirm(u"repaired"_s, {});
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Ended);
    QCOMPARE(run.count("DONE"_L1), 5);
    QCOMPARE(run.count("REFUSED"_L1), 1);
    QSet<QByteArray> keys;
    for (const PlainService::Asked &asked : std::as_const(stage.executions)) {
        QCOMPARE(asked.body["bulkId"_L1].toString(), run.bulkId());
        QCOMPARE(asked.body["targets"_L1].toArray().size(), 1);
        keys.insert(asked.headers.value("idempotency-key"));
    }
    QCOMPARE(keys.size(), 6);
}

void ConsoleActionsTest::theRestMayBeCancelled()
{
    ActionRun *shown = nullptr;
    Stage stage([&](const PlainService::Asked &asked) {
        if (isExecution(asked) && asked.body["targets"_L1][0]["id"_L1] == "2"_L1)
            shown->cancel();
        return willing(asked);
    });
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(4));
    shown = &run;
    run.begin();
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    run.confirm(u"repaired"_s, {});
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Ended);
    QCOMPARE(stage.executions.size(), 2); // What was under way went on.
    QCOMPARE(run.count("DONE"_L1), 2);
    QCOMPARE(run.count("CANCELLED"_L1), 2);
}

void ConsoleActionsTest::aLostAnswerIsReadNotRepeated()
{
    Stage stage([](const PlainService::Asked &asked) -> PlainService::Said {
        if (isExecution(asked))
            return { 504, QJsonValue(), u"GATEWAY"_s }; // Done, but the answer was lost on its way.
        if (asked.line.startsWith("GET /ops/v1/actions?bulkId="))
            return { 200, QJsonObject { { u"items"_s, QJsonArray { QJsonObject { { u"actionId"_s, u"a-1"_s } } } } } };
        if (asked.line.startsWith("GET /ops/v1/actions/a-1")) {
            QJsonObject detail { { u"actionId"_s, u"a-1"_s },
                                 { u"action"_s, u"UNBLOCK"_s },
                                 { u"state"_s, u"DONE"_s },
                                 { u"reason"_s, u"r"_s },
                                 { u"requestedBy"_s, u"olga"_s },
                                 { u"version"_s, 1 },
                                 { u"createdAt"_s, u"2026-01-01T00:00:00.000000Z"_s },
                                 { u"updatedAt"_s, u"2026-01-01T00:00:00.000000Z"_s },
                                 { u"planHash"_s, u"hash-1"_s },
                                 { u"parameters"_s, QJsonObject() } };
            PlainService::Asked as;
            as.body = { { u"targets"_s, QJsonArray { QJsonObject { { u"type"_s, u"batch"_s }, { u"id"_s, u"1"_s } } } } };
            detail.insert(u"plan"_s, planned(as).value("items"_L1));
            detail.insert(u"results"_s, done(as, u"STARTED"_s).value("items"_L1));
            return { 200, detail };
        }
        return willing(asked);
    });
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(1));
    run.begin();
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    run.confirm(u"repaired"_s, {});
    QTRY_COMPARE(run.items()[0].outcome, u"STARTED"_s);
    QCOMPARE(stage.executions.size(), 1);
}

void ConsoleActionsTest::whatIsUnknownIsSentAgainUnderItsOldKey()
{
    int sent = 0;
    Stage stage([&](const PlainService::Asked &asked) -> PlainService::Said {
        if (isExecution(asked) && sent++ == 0)
            return { 504, QJsonValue(), u"GATEWAY"_s };
        if (asked.line.startsWith("GET /ops/v1/actions"))
            return { 200, QJsonObject { { u"items"_s, QJsonArray() } } };
        return willing(asked);
    });
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(1));
    run.begin();
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    run.confirm(u"repaired"_s, {});
    QTRY_COMPARE(run.items()[0].outcome, u"UNKNOWN"_s);
    QTRY_VERIFY(stage.service.count("GET /ops/v1/actions?bulkId=") > 0);
    QCOMPARE(stage.executions.size(), 1); // Not by itself.
    QVERIFY(run.mayRetry());
    run.retry();
    QTRY_COMPARE(run.items()[0].outcome, u"DONE"_s);
    QCOMPARE(stage.executions.size(), 2);
    QCOMPARE(stage.executions[0].headers.value("idempotency-key"), stage.executions[1].headers.value("idempotency-key"));
}

void ConsoleActionsTest::aChangedPlanDoesNothingAndSaysSo()
{
    Stage stage([](const PlainService::Asked &asked) -> PlainService::Said {
        return isExecution(asked) ? PlainService::Said { 409, planned(asked), u"PLAN_CHANGED"_s } : willing(asked);
    });
    QVERIFY(stage.isReady());
    ActionRun run(stage.session, *actionFor(Action::Unblock), batches(1));
    run.begin();
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    run.confirm(u"repaired"_s, {});
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Ended);
    QCOMPARE(run.items()[0].outcome, u"PREEMPTED"_s);
    run.retry(); // To be confirmed anew, by the new plan.
    QTRY_COMPARE(run.stage(), ActionRun::Stage::Asking);
    QCOMPARE(stage.executions.size(), 1);
}

QTEST_GUILESS_MAIN(ConsoleActionsTest)
#include "tst_consoleactions.moc"
