// SPDX-License-Identifier: GPL-3.0-only
#include "shared/workflow/batch.h"
#include "shared/workflow/flow.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace slipway::workflow;

class TransitionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void eventLeadsWhereTheTableSays_data();
    void eventLeadsWhereTheTableSays();
    void whatStandsInNoRowIsStale();
    void randomWalksNeverLandUnapprovedAndNeverLoseALanding();
    void namesLeadBackToTheirValues();
    void everyNonFinalPairOfAnActiveBatchBelongsToAPhase();
};

void TransitionsTest::eventLeadsWhereTheTableSays_data()
{
    QTest::addColumn<int>("fromStep");
    QTest::addColumn<int>("fromStatus");
    QTest::addColumn<int>("event");
    QTest::addColumn<int>("toStep");
    QTest::addColumn<int>("toStatus");
    const auto row = [](const char *name, Step from, Status fromStatus, Event on, Step to, Status toStatus) {
        QTest::newRow(name) << int(from) << int(fromStatus) << int(on) << int(to) << int(toStatus);
    };
    row("callback may outrun our own write", Step::ApprovalSending, Status::ApprovalSending, Event::ApprovedBatched,
        Step::Queued, Status::Queued);
    row("approval after an unknown send", Step::ApprovalSendPending, Status::ApprovalSending, Event::ApprovalSent,
        Step::ApprovalSent, Status::ApprovalSent);
    row("closing keeps the status", Step::HandleMerging, Status::Merging, Event::CloseRequested, Step::CloseStarted,
        Status::Merging);
    row("closed while awaiting approval is rejected", Step::CloseStarted, Status::ApprovalSent, Event::MergeRequestReadClosed,
        Step::Closed, Status::Rejected);
    row("closed later is closed", Step::CloseStarted, Status::CreateFailed, Event::MergeRequestReadClosed, Step::Closed,
        Status::Closed);
    row("a failed one that was merged is merged", Step::HandleMergeFailed, Status::HandleFailed, Event::ReadMerged,
        Step::HandleMerged, Status::Merged);
    row("a closing one that was merged is merged", Step::CloseStarted, Status::Merging, Event::ReadMerged, Step::HandleMerged,
        Status::Merged);
    row("a repaired deploy validates", Step::DeployFailed, Status::Merged, Event::Deployed, Step::CalledBack,
        Status::Validated);
    row("the same event fails differently before and after the merge request", Step::HandleRevalidating, Status::Merging,
        Event::PipelineFailed, Step::HandlePipelineFailed, Status::HandleFailed);
}

void TransitionsTest::eventLeadsWhereTheTableSays()
{
    QFETCH(const int, fromStep);
    QFETCH(const int, fromStatus);
    QFETCH(const int, event);
    QFETCH(const int, toStep);
    QFETCH(const int, toStatus);
    const auto to = next({ Step(fromStep), Status(fromStatus) }, Event(event));
    QVERIFY(to.has_value());
    QCOMPARE(int(to->step), toStep);
    QCOMPARE(int(to->status), toStatus);
}

void TransitionsTest::whatStandsInNoRowIsStale()
{
    QVERIFY(!next({ Step::CalledBack, Status::Validated }, Event::ApprovedBatched));
    QVERIFY(!next({ Step::HandleMerged, Status::Merged }, Event::ReadMerged));
    QVERIFY(!next({ Step::CreateOverloaded, Status::CreateFailed }, Event::ReadMerged));
    QVERIFY(!next({ Step::ApprovalRejected, Status::Rejected }, Event::ApprovedSingle));
    QVERIFY(!next({ Step::Queued, Status::Queued }, Event::CloseRequested));
}

void TransitionsTest::randomWalksNeverLandUnapprovedAndNeverLoseALanding()
{
    QRandomGenerator random(4711);
    for (int walk = 0; walk < 20000; ++walk) {
        Pair pair = births[size_t(random.bounded(int(births.size())))].to;
        bool merged = pair.status == Status::Merged; // What was there before Slipway came.
        for (int step = 0; step < 40 && !isFinal(pair); ++step) {
            const auto event = Event(random.bounded(int(Event::Count)));
            const auto to = next(pair, event);
            if (!to)
                continue;
            pair = *to;
            QVERIFY(isLegal(pair));
            // What has landed stays landed: only its deployment can still change.
            if (merged)
                QVERIFY(pair.status == Status::Merged || pair.status == Status::Validated);
            merged = merged || pair.status == Status::Merged;
        }
        if (pair.status == Status::Validated)
            QVERIFY(merged);
    }
}

void TransitionsTest::namesLeadBackToTheirValues()
{
    for (const StepName &each : stepNames)
        QCOMPARE(int(*stepNumbered(qint64(each.step))), int(each.step));
    for (size_t i = 0; i < size_t(Status::Count); ++i)
        QCOMPARE(size_t(*statusNamed(nameOf(Status(i)))), i);
    QVERIFY(!statusNamed("VALIDATE"));
    QVERIFY(!stepNumbered(10112));
    QCOMPARE(int(*named<Flow>(flowNames, "batched")), int(Flow::Batched));
}

void TransitionsTest::everyNonFinalPairOfAnActiveBatchBelongsToAPhase()
{
    for (const Pair &pair : pairs) {
        if (!next(pair, Event::BatchRequeued))
            continue;
        QVERIFY(mayStandIn(Phase::Settling, pair.step));
        int phases = 0;
        for (size_t phase = 0; phase < size_t(Phase::Settling); ++phase)
            phases += mayStandIn(Phase(phase), pair.step);
        QVERIFY2(phases >= 1, std::string(nameOf(pair.step)).c_str());
    }
}

QTEST_APPLESS_MAIN(TransitionsTest)
#include "tst_transitions.moc"
