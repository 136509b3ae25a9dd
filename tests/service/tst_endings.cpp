// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"
#include "tests/support/flows.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;
using slipway::support::LandingEffects;
using slipway::support::Maintainers;

namespace {

int stepOf(const QJsonObject &change) { return change.value("stepStatus"_L1).toObject().value("code"_L1).toInt(); }

QJsonObject human(int iid, const QString &deed, const QJsonObject &more = {})
{
    QJsonObject act {
        { u"project"_s, u"config/access"_s }, { u"iid"_s, iid }, { u"op"_s, deed }, { u"user"_s, u"maintainer"_s }
    };
    for (auto each = more.begin(); each != more.end(); ++each)
        act.insert(each.key(), each.value());
    return act;
}

const QString policyPath = u"/projects/config%2Faccess/policy"_s;

} // namespace

/// What GitLab, its pipelines and its people do while a batch is on its way; the numbers are those of the table in tests/README.md.
class EndingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanupTestCase() { m_shared.reset(); }

    void oddManners_data();
    void oddManners();
    void aPipelineThatWaitsForSomebodyIsPendingAndNeitherFailedNorPassed_data();
    void aPipelineThatWaitsForSomebodyIsPendingAndNeitherFailedNorPassed();
    void withoutAnyPipelineItIsPendingAndOthersMayStillAsk(); // P24
    void whoMayNotMergeIsNotTakenForADeadToken(); // P3
    void aMergeabilityThatNeverComesIsAFailureWithItsReason(); // P16, P19
    void whoeverMergesFirstHasMerged(); // P7
    void whoeverClosesBeforeTheApprovalIsTheReasonNotTheBot();
    void aPushToTheBranchOfABatchIsNotWhatWasApproved(); // P46
    void aTargetThatKeepsMovingBlocksTheBatch(); // P48
    void moreApprovalsThanTheBotsCanGiveAreAPersonsMatter(); // P61
    void aDecisionMayBeFasterThanTheAnswerToItsQuestion(); // P66

private:
    std::unique_ptr<Journey> m_shared;
    QJsonObject m_usual; ///< Policy of the shared journey's project.
};

void EndingsTest::oddManners_data()
{
    QTest::addColumn<QJsonObject>("policy");
    const auto row = [](const char *name, const QJsonObject &policy) { QTest::newRow(name) << policy; };
    row("P4: prepared and checked slowly", { { u"prepare_delay_ms"_s, 1200 }, { u"check_delay_ms"_s, 1200 } });
    row("P6: a stale conflict is no conflict", { { u"stale_conflict_reads"_s, 4 } });
    row("P12: the head pipeline lags", { { u"keep_old_head_pipeline_ms"_s, 1500 } });
    row("P15: a status nobody knows yet",
        { { u"force_status"_s,
            QJsonObject { { u"iid"_s, -1 }, { u"detailed_merge_status"_s, u"being_blessed"_s }, { u"for_reads"_s, 12 } } } });
    row("P18: busy although mergeable", { { u"lease_busy_next"_s, 2 } });
    row("P27: pipelines of the merged result", { { u"merged_results"_s, true } });
    row("P40: squashed", { { u"squash_option"_s, u"always"_s } });
    row("P40: fast-forward only", { { u"merge_method"_s, u"ff"_s } });
    row("P40: semi-linear", { { u"merge_method"_s, u"rebase_merge"_s } });
    row("the edition without approval rules", { { u"edition"_s, u"ce"_s } });
    row("P59: the branch stays behind", { { u"delete_branch_delay_ms"_s, 600'000 } });
}

void EndingsTest::oddManners()
{
    QFETCH(QJsonObject, policy);
    if (!m_shared) {
        m_shared = std::make_unique<Journey>(QMap<QString, QString> { { u"batch.lingerMs"_s, u"0"_s } });
        m_shared->start();
        m_usual = m_shared->twin().get(policyPath);
    }
    const LandingEffects before = LandingEffects::at(m_shared->twin());
    if (QJsonObject forced = policy.value("force_status"_L1).toObject(); !forced.isEmpty()) {
        forced[u"iid"_s] = before.created + 1;
        policy[u"force_status"_s] = forced;
    }
    m_shared->twin().post(policyPath, policy);
    m_shared->land(u"subject-%1"_s.arg(before.created), u"db/read"_s);
    QCOMPARE((LandingEffects::at(m_shared->twin()) - before).text(), LandingEffects::ofOneRequest().text());
    QCOMPARE(m_shared->brokenInvariants(), QStringList());
    QJsonObject restored;
    for (auto each = policy.begin(); each != policy.end(); ++each)
        restored.insert(each.key(), m_usual.value(each.key()));
    m_shared->twin().post(policyPath, restored);
}

void EndingsTest::aPipelineThatWaitsForSomebodyIsPendingAndNeitherFailedNorPassed_data()
{
    QTest::addColumn<QString>("status");
    for (const char *status : { "manual", "scheduled", "waiting_for_resource", "waiting_for_callback", "canceling", "created" })
        QTest::newRow(status) << QString::fromLatin1(status);
}

void EndingsTest::aPipelineThatWaitsForSomebodyIsPendingAndNeitherFailedNorPassed() // P25, P26
{
    QFETCH(const QString, status);
    // GitLab itself would let it be merged.
    Journey journey({ { u"poll.pipeline.limit"_s, u"3"_s }, { u"poll.pipeline.longMs"_s, u"200"_s } },
                    { { u"pipelines_must_succeed"_s, false } });
    journey.start();
    const QJsonArray steps { QJsonObject { { u"at_ms"_s, 0 }, { u"status"_s, status } } };
    journey.twin().post(u"/pipelines/script"_s, { { u"steps"_s, steps } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject pending = journey.awaitStep(operation, 10502);
    QCOMPARE(pending["guidance"_L1]["action"_L1].toString(), u"WAIT"_s);
    QCOMPARE(journey.effects(u"merge"_s), 0);
    for (const QJsonValue &pipeline : journey.twin().get(u"/state"_s)["projects"_L1][0]["pipelines"_L1].toArray()) {
        journey.twin().post(u"/pipelines/%1/status"_s.arg(pipeline["id"_L1].toInt()), { { u"status"_s, u"success"_s } });
    }
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::withoutAnyPipelineItIsPendingAndOthersMayStillAsk()
{
    Maintainers maintainers;
    Journey journey({ { u"poll.pipeline.limit"_s, u"3"_s }, { u"poll.pipeline.longMs"_s, u"200"_s } },
                    { { u"pipelines"_s, false } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const QJsonObject page = maintainers.awaitDiagnosis(operation, u"PIPELINE_UNKNOWN"_s);
    QVERIFY(Maintainers::advised(page).contains(u"RE_CHECK"_s));
    const QString other = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(other);
    journey.awaitStep(other, 10406);
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::whoMayNotMergeIsNotTakenForADeadToken()
{
    Maintainers maintainers;
    Journey journey({ { u"poll.merge.limit"_s, u"3"_s }, { u"poll.merge.longMs"_s, u"100"_s } }, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString fault = journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s } } },
                                                    { u"times"_s, -1 },
                                                    { u"do"_s, QJsonObject { { u"kind"_s, u"unauthorized"_s } } } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"HANDLE_FAILED"_s })), 10107);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM finding WHERE code = 'TOKEN_REFUSED'"), 0);
    // The others are not held up by it.
    journey.twin().remove(u"/faults/"_s + fault);
    journey.land(u"ben"_s, u"db/read"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::aMergeabilityThatNeverComesIsAFailureWithItsReason()
{
    Maintainers maintainers;
    Journey journey({ { u"poll.mergeability.limit"_s, u"4"_s } }, { { u"checks_stuck"_s, true } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    QCOMPARE(stepOf(journey.awaitStatus(operation, { u"HANDLE_FAILED"_s })), 10107);
    const QJsonArray listed = maintainers.get(u"/ops/v1/pending-manual"_s).value("items"_L1).toArray();
    QVERIFY(QJsonDocument(listed).toJson().contains(operation.toUtf8()));
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::whoeverMergesFirstHasMerged()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 300 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    journey.twin().act(human(1, u"merge"_s, { { u"at"_s, QJsonObject { { u"before_op"_s, u"mr.merge"_s } } } }));
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM operation_history WHERE to_step = 10103"), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::whoeverClosesBeforeTheApprovalIsTheReasonNotTheBot()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 300 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    journey.twin().act(human(1, u"close"_s, { { u"at"_s, QJsonObject { { u"before_op"_s, u"mr.approve"_s } } } }));
    journey.awaitStatus(operation, { u"VALIDATED"_s }); // Back in line, and landed by the next batch.
    QCOMPARE(journey.effects(u"create_mr"_s), 2);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM operation_history WHERE to_step = 10104"), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::aPushToTheBranchOfABatchIsNotWhatWasApproved()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 500 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    journey.twin().act(human(1, u"push"_s, { { u"files"_s, QJsonObject { { u"foreign.txt"_s, u"not ours\n"_s } } } }));
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"create_mr"_s), 2); // Settled, and built anew from its members.
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.repositoryFiles().size(), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::aTargetThatKeepsMovingBlocksTheBatch()
{
    Maintainers maintainers;
    Journey journey({ { u"merge.rebaseBudget"_s, u"1"_s } }, { { u"pipeline_step_ms"_s, 300 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    // Each time the bots have approved, somebody else has merged.
    for (int i = 0; i < 2; ++i) {
        const QJsonObject files { { u"NOTES-%1.md"_s.arg(i), u"by hand\n"_s } };
        journey.twin().act({ { u"project"_s, u"config/access"_s },
                             { u"branch"_s, u"main"_s },
                             { u"op"_s, u"push_target"_s },
                             { u"user"_s, u"maintainer"_s },
                             { u"files"_s, files },
                             { u"at"_s, QJsonObject { { u"after_op"_s, u"mr.approve"_s } } } });
        if (i == 0) {
            // The second one comes after the second pair of approvals.
            const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
            journey.approve(operation);
            journey.awaitStep(operation, 10113);
        }
    }
    const QJsonObject batch = maintainers.awaitBatch(1, u"BLOCKED"_s);
    QCOMPARE(batch.value("failureCode"_L1).toString(), u"REBASE_BUDGET"_s);
    QVERIFY(journey.effects(u"rebase"_s) == 0);
    QCOMPARE(maintainers.act(u"UNBLOCK"_s, u"batch"_s, u"1"_s).value("outcome"_L1).toString(), u"STARTED"_s);
    maintainers.awaitBatch(1, u"SUCCEEDED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::moreApprovalsThanTheBotsCanGiveAreAPersonsMatter()
{
    Maintainers maintainers;
    Journey journey({ { u"poll.mergeability.limit"_s, u"3"_s } }, { { u"required_approvals"_s, 3 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    maintainers.awaitDiagnosis(operation, u"BLOCKED_OTHER"_s);
    QCOMPARE(maintainers.batch(1).value("failureCode"_L1).toString(), u"MORE_APPROVALS"_s);
    // A person gives the third; nobody has to tell the service.
    journey.twin().act(human(1, u"approve"_s));
    QCOMPARE(maintainers.act(u"UNBLOCK"_s, u"batch"_s, u"1"_s).value("outcome"_L1).toString(), u"STARTED"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void EndingsTest::aDecisionMayBeFasterThanTheAnswerToItsQuestion()
{
    Journey journey;
    journey.start();
    journey.twin().post(u"/approvals/policy"_s,
                        { { u"auto"_s, u"approve"_s }, { u"early"_s, 1 }, { u"approver"_s, u"carol"_s } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"approval_created"_s), 1);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(EndingsTest)
#include "tst_endings.moc"
