// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "tests/console/desk.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;
using support::Journey;

/// Batches that stand still though nobody holds them: seen at a console, with the right thing to do, which may be to wait.
class ConsoleStuckBatchesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void whatFailedAloneIsTriedAlone();
    void aSlowPipelineIsWatched();
    void theBatchOfADeadProcessIsSettledByTwo();
    void aMergeRequestThatIsBeingMergedIsLeftAlone();
};

namespace {

bool isFaultHit(Journey &journey) { return journey.twin().get(u"/faults"_s)["faults"_L1][0]["hits"_L1].toInt() > 0; }

} // namespace

void ConsoleStuckBatchesTest::whatFailedAloneIsTriedAlone()
{
    Journey journey = journeyWith({ { u"batch.maxRequests"_s, u"3"_s }, { u"batch.lingerMs"_s, u"600000"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    journey.twin().post(u"/pipelines/script"_s, { { u"fails_with"_s, u"/bad"_s } });
    const Target partition { .kind = TargetKind::Partition, .id = u"access"_s, .standing = u"OPEN"_s };
    const auto round = [&] {
        Desk::await(u"a round is run"_s, [&] { return olga.act(Action::RunRound, { partition }) == "DONE"_L1; });
    };
    const QString first = approvedRequest(journey, u"bad"_s);
    olga.awaitDiagnosis(first, u"WAITING_ROUND"_s);
    round();
    olga.awaitRequest(first, u"CREATE_FAILED"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, first), u"DONE"_s);
    const QString second = approvedRequest(journey, u"bad"_s);
    const auto stands = olga.awaitDiagnosis(second, u"QUARANTINED"_s);
    QCOMPARE(stands.nextSafeActions.front().action, u"RUN_ROUND"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, second), u"REFUSED"_s); // Its user may withdraw it.
    QCOMPARE(olga.actBlindly(Action::MarkValidated, olga.request(second)), u"REFUSED"_s);
    journey.twin().remove(u"/pipelines/script"_s);
    round();
    olga.awaitRequest(second, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStuckBatchesTest::aSlowPipelineIsWatched()
{
    Journey journey = journeyWith({}, { { u"pipeline_step_ms"_s, 4000 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    const auto stands = olga.awaitDiagnosis(operation, u"RUNNING_SLOW"_s);
    QCOMPARE(stands.nextSafeActions.front().action, u"WATCH"_s);
    QVERIFY(!stands.nextSafeActions.front().isOurs);
    const Target batch = olga.awaitBatch(journey.read(operation)["batchId"_L1].toInteger(), u"RUNNING"_s);
    QCOMPARE(olga.actOnRequest(Action::CloseRequest, operation), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::CloseRequest, olga.request(operation)), u"REFUSED"_s);
    QCOMPARE(olga.actBlindly(Action::ConfirmPipeline, batch), u"REFUSED"_s); // It runs still.
    QCOMPARE(olga.actBlindly(Action::AlignWithRemote, batch), u"REFUSED"_s);
    QCOMPARE(olga.actBlindly(Action::ReCheck, batch), u"STARTED"_s); // Looking does no harm.
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStuckBatchesTest::theBatchOfADeadProcessIsSettledByTwo()
{
    support::Stack::Options options = stackWith({ { u"engine.leaseMs"_s, u"55000"_s } });
    options.sharedDatabase = true; // It outlives the process.
    Journey journey(options);
    journey.start();
    const QString hang = journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.approve"_s } } },
                                                   { u"times"_s, -1 },
                                                   { u"do"_s, QJsonObject { { u"kind"_s, u"hang"_s } } } });
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10101);
    Desk::await(u"a bot approves"_s, [&] { return isFaultHit(journey); });
    journey.stack().service().kill();
    journey.stack().launchInstance(0);
    journey.stack().awaitInstance(0);
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const auto stands = olga.awaitDiagnosis(operation, u"RUNNING_ORPHANED"_s);
    QVERIFY(std::ranges::any_of(stands.blockedActions, [](const auto &blocked) { return blocked.action == "FREE_SLOT"_L1; }));
    const qint64 id = journey.read(operation)["batchId"_L1].toInteger();
    const Target batch = olga.awaitBatch(id, u"RUNNING"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { batch }), u"NOT BEGUN"_s); // Its slot stays held until it is settled.
    QCOMPARE(olga.actBlindly(Action::RequeueMembers, batch), u"REFUSED"_s);
    QCOMPARE(Desk::actByTwo(olga, bob, Action::SettleFailed, batch), u"AWAITING_SECOND STARTED"_s);
    journey.twin().remove(u"/faults/"_s + hang); // Only now, so that nobody who takes it up meanwhile gets any further.
    const Target failed = olga.awaitBatch(id, u"FAILED"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { failed }), u"DONE"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleStuckBatchesTest::aMergeRequestThatIsBeingMergedIsLeftAlone()
{
    Journey journey = journeyWith({},
                                  { { u"pipeline_result"_s, u"failed"_s },
                                    { u"pipelines_must_succeed"_s, false },
                                    { u"required_approvals"_s, 0 },
                                    { u"pipeline_step_ms"_s, 700 },
                                    { u"locked_ms"_s, 8000 } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    // Somebody merges at the moment in which the failed batch closes its merge request.
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.cancel_auto_merge"_s } } },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"delay"_s }, { u"ms"_s, 4000 } } } });
    const QString operation = approvedRequest(journey);
    Desk::await(u"it is about to be closed"_s, [&] { return isFaultHit(journey); });
    journey.twin().act({ { u"project"_s, u"config/access"_s },
                         { u"iid"_s, 1 },
                         { u"op"_s, u"merge"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"at"_s, QJsonObject { { u"delay_ms"_s, 1 } } } });
    const auto item = olga.awaitAttention(u"batch"_s, u"REMOTE_LOCKED"_s);
    const Target locked = *targetOf(item);
    QCOMPARE(item.diagnosis->nextSafeActions.front().action, u"WAIT"_s);
    QCOMPARE(olga.act(Action::SettleFailed, { locked }), u"NOT BEGUN"_s);
    QCOMPARE(olga.actBlindly(Action::SettleFailed, locked), u"REFUSED"_s); // It may still merge.
    olga.awaitRequest(operation, u"VALIDATED"_s); // And so it did.
    olga.awaitBatch(locked.id.toLongLong(), u"SUCCEEDED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ConsoleStuckBatchesTest)
#include "tst_consolestuckbatches.moc"
