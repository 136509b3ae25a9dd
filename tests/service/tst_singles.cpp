// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;
using slipway::support::Maintainers;

namespace {

const QMap<QString, QString> single { { u"flow.batching"_s, u"false"_s } };
const QMap<QString, QString> mergeRequestFirst { { u"flow.approvalFirst"_s, u"false"_s }, { u"flow.batching"_s, u"false"_s } };

QMap<QString, QString> flowOf(const QString &name) { return name == "single"_L1 ? single : mergeRequestFirst; }

QString stepsOf(const QJsonObject &change)
{
    QStringList steps;
    for (const QJsonValue &entry : change.value("timeline"_L1).toArray())
        steps.append(QString::number(entry.toObject().value("toStep"_L1).toObject().value("code"_L1).toInt()));
    return steps.join(u' ');
}

QJsonObject human(const QString &deed, const QJsonObject &more = {})
{
    QJsonObject act {
        { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, deed }, { u"user"_s, u"maintainer"_s }
    };
    for (auto each = more.begin(); each != more.end(); ++each)
        act.insert(each.key(), each.value());
    return act;
}

QJsonObject oneFile(const QString &path, const QString &content)
{
    return { { u"files"_s, QJsonObject { { path, content } } } };
}

/// GitLab refuses a merge for the moments in which it computes whether one is possible; a person clicks again.
bool mergedByHand(Journey &journey)
{
    return await(
        [&] {
            try {
                journey.twin().act(human(u"merge"_s));
                return true;
            } catch (const std::runtime_error &) {
                return false;
            }
        },
        20s);
}

} // namespace

/// Requests with a merge request of their own: approval first, or merge request first. Real parts throughout.
class SinglesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void approvedRequestLandsByAMergeRequestOfItsOwn();
    void mergeRequestComesFirstAndTheApproverGetsItsNumber();
    void rejectionClosesTheMergeRequestAndFreesTheBinding();
    void failedPipelineFailsTheRequestAndKeepsItsMergeRequest();
    void closedByAPersonWhilePeopleDecideTakesTheQuestionBack();
    void pushedToByAPersonWhilePeopleDecideIsNotWhatTheyApprove();
    void mergedByAPersonBeforeTheApprovalIsMergedAllTheSame();
    void whatIsInTheRepositoryAlreadyStillNeedsItsApproval();
    void aBranchThatNobodyMayPushFailsTheRequestAndARetryLandsIt();
    void requestsThatMeetAtTheTargetAllLand();
    void decisionAboutAnotherMergeRequestIsStaleAndReported();
    void lostAnswersHaveOneEffectEach_data();
    void lostAnswersHaveOneEffectEach();
    void whatIsInFlightKeepsItsFlowWhenTheSwitchesTurn();
};

void SinglesTest::approvedRequestLandsByAMergeRequestOfItsOwn()
{
    Journey journey(single);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject done = journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(stepsOf(done), u"10401 10402 10001 10009 10002 10101 10102 10114 10103 10301"_s);
    QVERIFY(done.value("batchId"_L1).isNull());
    QVERIFY(done.value("mergeRequest"_L1).toObject().value("iid"_L1).toInt() >= 1);
    QCOMPARE(journey.effects(u"create_mr"_s), 1);
    QCOMPARE(journey.effects(u"approve"_s), 2);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.repositoryFiles().size(), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::mergeRequestComesFirstAndTheApproverGetsItsNumber()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject done = journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(stepsOf(done), u"10001 10009 10002 10401 10402 10101 10102 10114 10103 10301"_s);
    const QJsonObject form = journey.twin().approvalOf(operation);
    QCOMPARE(form.value("ext"_L1).toObject().value("mrId"_L1).toVariant().toInt(),
             done.value("mergeRequest"_L1).toObject().value("iid"_L1).toInt());
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::rejectionClosesTheMergeRequestAndFreesTheBinding()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString rejected = journey.submit(u"ann"_s, u"db/read"_s);
    journey.twin().decide(rejected, u"rejected"_s, u"carol"_s);
    const QJsonObject end = journey.awaitStatus(rejected, { u"REJECTED"_s });
    QCOMPARE(end.value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10202);
    QCOMPARE(journey.effects(u"close"_s), 1);
    QCOMPARE(journey.effects(u"approve"_s), 0);
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::failedPipelineFailsTheRequestAndKeepsItsMergeRequest()
{
    Journey journey(single, { { u"pipeline_result"_s, u"failed"_s } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject failed = journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    QCOMPARE(failed.value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10004);
    QCOMPARE(failed.value("guidance"_L1).toObject().value("action"_L1).toString(), u"CONTACT_MAINTAINERS"_s);
    QCOMPARE(journey.effects(u"close"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
    // What failed lands all the same when a person merges it.
    journey.twin().post(u"/projects/config%2Faccess/policy"_s,
                        { { u"pipelines_must_succeed"_s, false }, { u"required_approvals"_s, 0 } });
    QVERIFY(mergedByHand(journey));
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::closedByAPersonWhilePeopleDecideTakesTheQuestionBack()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    journey.twin().act(human(u"close"_s));
    journey.awaitStep(operation, 10108);
    QVERIFY(await([&] { return journey.twin().approvalOf(operation).value("state"_L1) == "withdrawn"_L1; }, 20s));
    QCOMPARE(journey.effects(u"approve"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::pushedToByAPersonWhilePeopleDecideIsNotWhatTheyApprove()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    journey.twin().act(human(u"push"_s, oneFile(u"NOTES.md"_s, u"by hand\n"_s)));
    journey.awaitStep(operation, 10111);
    QVERIFY(await([&] { return journey.twin().approvalOf(operation).value("state"_L1) == "withdrawn"_L1; }, 20s));
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::mergedByAPersonBeforeTheApprovalIsMergedAllTheSame()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"required_approvals"_s, 0 } });
    QVERIFY(mergedByHand(journey));
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::whatIsInTheRepositoryAlreadyStillNeedsItsApproval()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    journey.land(u"ann"_s, u"db/read"_s);
    const auto files = journey.repositoryFiles();
    // Removed by request, then brought back by hand: our books say it is gone, the repository says it is there.
    journey.land(u"ann"_s, u"db/read"_s, u"unbind"_s);
    journey.twin().act(human(u"push_target"_s,
                             { { u"branch"_s, u"main"_s },
                               { u"files"_s,
                                 QJsonObject { { slipway::support::StageFiles::pathPrefix + files.firstKey(),
                                                 QString::fromUtf8(files.first()) } } } }));
    const QString again = journey.submit(u"ann"_s, u"db/read"_s);
    const QJsonObject asked = journey.awaitStep(again, 10402);
    QVERIFY(asked.value("mergeRequest"_L1).isNull());
    journey.approve(again);
    const QJsonObject landed = journey.awaitStatus(again, { u"MERGED"_s, u"VALIDATED"_s });
    QVERIFY(landed.value("mergeRequest"_L1).isNull());
    QCOMPARE(journey.effects(u"create_mr"_s), 2);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::aBranchThatNobodyMayPushFailsTheRequestAndARetryLandsIt()
{
    Maintainers maintainers;
    Journey journey(single, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const auto protect = [&](const QJsonArray &rules) {
        journey.twin().seed({ { u"projects"_s,
                                QJsonArray { QJsonObject { { u"path"_s, u"config/access"_s }, { u"protected_branches"_s, rules } } } } });
    };
    protect({ QJsonObject {
        { u"name"_s, u"slipway/*"_s }, { u"push_access_level"_s, u"nobody"_s }, { u"merge_access_level"_s, u"maintainer"_s } } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject failed = journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    QCOMPARE(failed.value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10005);
    const QJsonObject diagnosis = maintainers.awaitDiagnosis(operation, u"FAILED_NEEDS_PERSON"_s);
    QVERIFY2(QJsonDocument(diagnosis).toJson().contains("protected branch"), QJsonDocument(diagnosis).toJson().constData());
    protect({});
    QCOMPARE(maintainers.act(u"RETRY_STEP"_s, u"operation"_s, operation).value("outcome"_L1).toString(), u"STARTED"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"approve"_s), 2); // The approval of people still holds; only the bots' are made.
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::requestsThatMeetAtTheTargetAllLand()
{
    Journey journey(single, { { u"pipeline_step_ms"_s, 200 } });
    journey.start();
    QStringList operations;
    for (const QString &subject : { u"ann"_s, u"ben"_s, u"cat"_s })
        operations.append(journey.submit(subject, u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    for (const QString &operation : operations)
        journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"create_mr"_s), 3);
    QCOMPARE(journey.effects(u"merge"_s), 3);
    QCOMPARE(journey.repositoryFiles().size(), 3);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::decisionAboutAnotherMergeRequestIsStaleAndReported()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    QCOMPARE(journey
                 .callback(u"approval"_s,
                           { { u"eventId"_s, u"foreign-1"_s },
                             { u"operationId"_s, operation },
                             { u"decision"_s, u"approved"_s },
                             { u"approver"_s, u"carol"_s },
                             { u"ext"_s, QJsonObject { { u"mrId"_s, u"99"_s } } } })
                 .code(),
             u"IGNORED_STALE"_s);
    QCOMPARE(journey.read(operation).value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10402);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::lostAnswersHaveOneEffectEach_data()
{
    QTest::addColumn<QString>("flow");
    QTest::addColumn<QString>("call");
    for (const char *flow : { "single", "mr_first" }) {
        for (const char *call : { "mr.create", "mr.approve", "mr.merge", "git.push", "approval.create" })
            QTest::addRow("%s, %s", flow, call) << QString::fromLatin1(flow) << QString::fromLatin1(call);
    }
}

void SinglesTest::lostAnswersHaveOneEffectEach()
{
    QFETCH(const QString, flow);
    QFETCH(const QString, call);
    Journey journey(flowOf(flow));
    journey.start();
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, call } } },
                              { u"times"_s, 1 },
                              { u"phase"_s, u"after_effect"_s },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.effects(u"create_mr"_s), 1);
    QCOMPARE(journey.effects(u"approve"_s), 2);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.effects(u"approval_created"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SinglesTest::whatIsInFlightKeepsItsFlowWhenTheSwitchesTurn()
{
    Journey journey(mergeRequestFirst);
    journey.start();
    const QString first = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(first, 10402);
    journey.stack().files().changeHot({ { u"flow.approvalFirst"_s, u"true"_s }, { u"flow.batching"_s, u"true"_s } });
    QString second;
    QVERIFY(await(
        [&] {
            // The file is read again by itself; until then new requests follow the old switches.
            second = journey.submit(u"probe%1"_s.arg(QUuid::createUuid().toString(QUuid::Id128).left(8)), u"db/read"_s);
            return journey.read(second).value("flow"_L1) == "batched"_L1;
        },
        20s));
    journey.awaitStep(second, 10402);
    journey.approve(second);
    journey.awaitStep(second, 10406);
    journey.stack().files().changeHot({ { u"flow.approvalFirst"_s, u"false"_s }, { u"flow.batching"_s, u"false"_s } });
    journey.approve(first);
    QCOMPARE(journey.awaitStatus(first, { u"VALIDATED"_s }).value("flow"_L1).toString(), u"mr_first"_s);
    // Rounds run while something is queued, whatever the switch says.
    QCOMPARE(journey.awaitStatus(second, { u"VALIDATED"_s }).value("flow"_L1).toString(), u"batched"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(SinglesTest)
#include "tst_singles.moc"
