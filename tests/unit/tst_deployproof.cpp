// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/deployproof.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::reconciliation;

class DeployProofTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void exactNumberProves();
    void failedDeployIsNamedAndARepairCounts();
    void laterDeployThatContainsItProves();
    void laterNumberAloneProvesNothingWhileACommitIsGiven();
    void waterLineIsInferredOnlyInsideTheWindow();
    void aNumberTheForgeDoesNotKnowDrawsNoLine();
};

namespace {
const Landed landed { MergeRequestIid(104), QString(40, u'a'), 20min };
const InferenceWindow window { 10min, 24h };
const DeployQuestions containsNothing { [](const QString &) { return false; }, [](MergeRequestIid) { return true; } };
DeployReceipt receipt(std::optional<qint64> iid, const QString &sha, bool succeeded = true)
{
    return { iid ? std::optional(MergeRequestIid(*iid)) : std::nullopt, sha, {}, succeeded, 0ms };
}
} // namespace

void DeployProofTest::exactNumberProves()
{
    QCOMPARE(int(proofOf(landed, { receipt(104, {}) }, window, containsNothing)), int(Proof::Exact));
    QCOMPARE(int(proofOf(landed, { receipt({}, landed.mergeSha) }, window, containsNothing)), int(Proof::Exact));
}

void DeployProofTest::failedDeployIsNamedAndARepairCounts()
{
    QCOMPARE(int(proofOf(landed, { receipt(104, {}, false) }, window, containsNothing)), int(Proof::Failed));
    QCOMPARE(int(proofOf(landed, { receipt(104, {}), receipt(104, {}, false) }, window, containsNothing)), int(Proof::Exact));
}

void DeployProofTest::laterDeployThatContainsItProves()
{
    const QString later(40, u'b');
    QCOMPARE(int(proofOf(landed, { receipt(105, later) }, window, { [&](const QString &sha) { return sha == later; }, {} })),
             int(Proof::Contained));
}

void DeployProofTest::laterNumberAloneProvesNothingWhileACommitIsGiven()
{
    // !105 was deployed before !104 was merged: its commit does not contain ours, and the number would lie.
    QCOMPARE(int(proofOf(landed, { receipt(105, QString(40, u'b')) }, window, containsNothing)), int(Proof::None));
}

void DeployProofTest::waterLineIsInferredOnlyInsideTheWindow()
{
    QCOMPARE(int(proofOf(landed, { receipt(105, {}) }, window, containsNothing)), int(Proof::Inferred));
    Landed young = landed;
    young.age = 1min;
    QCOMPARE(int(proofOf(young, { receipt(105, {}) }, window, containsNothing)), int(Proof::None));
    Landed old = landed;
    old.age = 48h;
    QCOMPARE(int(proofOf(old, { receipt(105, {}) }, window, containsNothing)), int(Proof::None));
    QCOMPARE(int(proofOf(landed, { receipt(103, {}) }, window, containsNothing)), int(Proof::None));
}

void DeployProofTest::aNumberTheForgeDoesNotKnowDrawsNoLine()
{
    QList<qint64> asked;
    const DeployQuestions only105 { [](const QString &) { return false; },
                                    [&](MergeRequestIid later) {
                                        asked.append(later.value());
                                        return later == MergeRequestIid(105);
                                    } };
    QCOMPARE(int(proofOf(landed, { receipt(999'999'999, {}) }, window, only105)), int(Proof::None));
    QCOMPARE(int(proofOf(landed, { receipt(999'999'999, {}), receipt(105, {}) }, window, only105)), int(Proof::Inferred));
    QCOMPARE(asked, QList<qint64>({ 999'999'999, 999'999'999, 105 }));
}

QTEST_APPLESS_MAIN(DeployProofTest)
#include "tst_deployproof.moc"
