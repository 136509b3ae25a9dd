// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/withdrawal.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using intake::Withdrawal;
using intake::WithdrawalFacts;
using intake::withdrawalOf;
using workflow::Event;
using workflow::Pair;
using workflow::Status;
using workflow::Step;

class WithdrawalTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyPairHasAnAnswerThatTheTableKnows();
    void whatHasLandedIsTooLate();
    void whoWaitsForApproversIsRejectedAndTheQuestionTakenBack();
    void aMergeRequestOfItsOwnIsClosedFirst();
    void aMemberAsksItsBatch();
    void whatSomebodyElseTookOverIsOver();
};

void WithdrawalTest::everyPairHasAnAnswerThatTheTableKnows()
{
    for (const Pair &pair : workflow::pairs) {
        for (const bool hasMergeRequest : { false, true }) {
            const Withdrawal what = withdrawalOf({ .pair = pair, .hasMergeRequest = hasMergeRequest });
            const bool moves = what.kind == Withdrawal::Kind::Move || what.kind == Withdrawal::Kind::LeaveQueue;
            QCOMPARE(what.event.has_value(), moves);
            if (moves)
                QVERIFY2(workflow::next(pair, *what.event), qPrintable(QString::number(int(pair.step))));
            else
                QVERIFY(what.kind == Withdrawal::Kind::TooLate || what.kind == Withdrawal::Kind::Over);
        }
    }
}

void WithdrawalTest::whatHasLandedIsTooLate()
{
    QVERIFY(withdrawalOf({ .pair = { Step::HandleMerged, Status::Merged } }).kind == Withdrawal::Kind::TooLate);
    QVERIFY(withdrawalOf({ .pair = { Step::CalledBack, Status::Validated } }).kind == Withdrawal::Kind::TooLate);
}

void WithdrawalTest::whoWaitsForApproversIsRejectedAndTheQuestionTakenBack()
{
    const Withdrawal what = withdrawalOf({ .pair = { Step::ApprovalSending, Status::ApprovalSending } });
    QCOMPARE(what.event, std::optional(Event::ApprovalWithdrawn));
    QVERIFY(what.cancelsApproval);
    QVERIFY(!what.closes);
}

void WithdrawalTest::aMergeRequestOfItsOwnIsClosedFirst()
{
    const Withdrawal asked = withdrawalOf({ .pair = { Step::ApprovalSent, Status::ApprovalSent }, .hasMergeRequest = true });
    QCOMPARE(asked.event, std::optional(Event::ApprovalEndedWithMergeRequest));
    QVERIFY(asked.closes && asked.cancelsApproval);
    const Withdrawal created =
        withdrawalOf({ .pair = { Step::CreatePipelineRunning, Status::MrCreating }, .hasMergeRequest = true });
    QCOMPARE(created.event, std::optional(Event::CloseRequested));
    QVERIFY(created.closes && !created.cancelsApproval);
}

void WithdrawalTest::aMemberAsksItsBatch()
{
    const Withdrawal what = withdrawalOf({ .pair = { Step::HandleStarted, Status::Merging }, .isInActiveBatch = true });
    QVERIFY(what.kind == Withdrawal::Kind::AskBatch);
    QVERIFY(!what.event);
}

void WithdrawalTest::whatSomebodyElseTookOverIsOver()
{
    const Withdrawal what =
        withdrawalOf({ .pair = { Step::ApprovalSent, Status::ApprovalSent }, .ownsBinding = false, .hasMergeRequest = true });
    QVERIFY(what.kind == Withdrawal::Kind::Over);
}

QTEST_GUILESS_MAIN(WithdrawalTest)
#include "tst_withdrawal.moc"
