// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::Journey;

/// The batched flow on real parts: service, private database, Git over HTTP, the twin. Each test has a fresh Slipway of its own.
class JourneysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void approvedRequestsLandTogetherAndAreValidated();
    void amendmentReplacesTheFileAndUnbindRemovesIt();
    void rejectedRequestChangesNothingAndMayBeAskedAgain();
    void failedPipelineFailsTheBatchAndClosesItsMergeRequest();
    void pipelineWithoutAnEndIsPendingAndGoesOnWhenItPasses();
    void refusedMergeFailsTheBatch();
    void lostAnswersHaveOneEffectEach_data();
    void lostAnswersHaveOneEffectEach();
    void repeatedAndStaleCallbacksChangeNothing();
    void requestsClosedByAPersonKeepTheirPlaceAndRunAgain();
    void targetMovedByAPersonIsRebuiltAndValidatedAnew();
    void oddKeysSurviveTheWayToTheRepository();
    void databaseThatDiesIsBackWithinSecondsAndNothingIsLost();
};

void JourneysTest::approvedRequestsLandTogetherAndAreValidated()
{
    Journey journey;
    journey.start();
    const QString first = journey.submit(u"ann"_s, u"db/read"_s);
    const QString second = journey.submit(u"ben"_s, u"db/write"_s);
    QCOMPARE(journey.awaitStatus(first, { u"APPROVAL_SENT"_s }).value("guidance"_L1).toObject().value("action"_L1).toString(),
             u"WAIT"_s);
    journey.approve(first);
    journey.approve(second);
    const QJsonObject done = journey.awaitStatus(first, { u"VALIDATED"_s });
    journey.awaitStatus(second, { u"VALIDATED"_s });

    QCOMPARE(done.value("guidance"_L1).toObject().value("action"_L1).toString(), u"DONE"_s);
    QVERIFY(done.value("mergeRequest"_L1).toObject().value("iid"_L1).toInt() >= 1);
    QStringList steps;
    for (const QJsonValue &entry : done.value("timeline"_L1).toArray())
        steps.append(QString::number(entry.toObject()
                                         .value("toStep"_L1)
                                         .toObject()
                                         .value("code"_L1)
                                         .toInt(entry.toObject().value("toStep"_L1).toInt())));
    QCOMPARE(steps.join(u' '), u"10401 10402 10406 10001 10009 10002 10101 10102 10114 10103 10301"_s);
    QCOMPARE(journey.effects(u"create_mr"_s), 1);
    QCOMPARE(journey.effects(u"approve"_s), 2);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    const auto files = journey.repositoryFiles();
    QCOMPARE(files.size(), 2);
    QVERIFY(files.first().startsWith("# managed by Slipway"));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::amendmentReplacesTheFileAndUnbindRemovesIt()
{
    Journey journey;
    journey.start();
    journey.land(u"ann"_s, u"db/read"_s);
    QVERIFY(journey.repositoryFiles().first().contains("member"));
    journey.land(u"ann"_s, u"db/read"_s, u"bind"_s, { { u"role"_s, u"admin"_s } });
    QVERIFY(journey.repositoryFiles().first().contains("admin"));
    journey.land(u"ann"_s, u"db/read"_s, u"unbind"_s);
    QVERIFY(journey.repositoryFiles().isEmpty());
    QCOMPARE(journey.effects(u"merge"_s), 3);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::rejectedRequestChangesNothingAndMayBeAskedAgain()
{
    Journey journey;
    journey.start();
    const QString rejected = journey.submit(u"ann"_s, u"db/read"_s);
    journey.twin().decide(rejected, u"rejected"_s, u"carol"_s);
    journey.awaitStatus(rejected, { u"REJECTED"_s });
    QCOMPARE(journey.effects(u"create_mr"_s), 0);
    journey.land(u"ann"_s, u"db/read"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::failedPipelineFailsTheBatchAndClosesItsMergeRequest()
{
    Journey journey({}, { { u"pipeline_result"_s, u"failed"_s } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject failed = journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    QCOMPARE(failed.value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10004);
    QCOMPARE(failed.value("guidance"_L1).toObject().value("action"_L1).toString(), u"CONTACT_MAINTAINERS"_s);
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.effects(u"close"_s), 1);
    QVERIFY(journey.repositoryFiles().isEmpty());
    const QJsonObject batch = journey.latestBatch();
    QVERIFY2(batch.value("status"_L1) == "FAILED"_L1, QJsonDocument(batch).toJson().constData());
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::pipelineWithoutAnEndIsPendingAndGoesOnWhenItPasses()
{
    Journey journey({ { u"poll.pipeline.limit"_s, u"5"_s }, { u"poll.pipeline.longMs"_s, u"100"_s } },
                    { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject pending = journey.awaitStep(operation, 10502);
    QCOMPARE(pending.value("bindingStatus"_L1).toString(), u"MR_CREATING"_s);
    QCOMPARE(pending.value("guidance"_L1).toObject().value("action"_L1).toString(), u"WAIT"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
    const QJsonArray pipelines =
        journey.twin().get(u"/state"_s).value("projects"_L1).toArray().first().toObject().value("pipelines"_L1).toArray();
    for (const QJsonValue &pipeline : pipelines)
        journey.twin().post(u"/pipelines/%1/status"_s.arg(pipeline.toObject().value("id"_L1).toInt()),
                            { { u"status"_s, u"success"_s } });
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::refusedMergeFailsTheBatch()
{
    Journey journey({ { u"poll.merge.limit"_s, u"3"_s }, { u"poll.merge.longMs"_s, u"100"_s } });
    journey.start();
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s } } },
                              { u"times"_s, -1 },
                              { u"do"_s,
                                QJsonObject { { u"kind"_s, u"status"_s },
                                              { u"code"_s, 405 },
                                              { u"body"_s, u"{\"message\":\"405 Method Not Allowed\"}"_s } } } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    const QJsonObject failed = journey.awaitStatus(operation, { u"HANDLE_FAILED"_s });
    QCOMPARE(failed.value("stepStatus"_L1).toObject().value("code"_L1).toInt(), 10107);
    QCOMPARE(journey.effects(u"merge"_s), 0);
    QCOMPARE(journey.effects(u"close"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::lostAnswersHaveOneEffectEach_data()
{
    QTest::addColumn<QString>("call");
    for (const char *call : { "mr.create", "mr.approve", "mr.merge", "git.push", "approval.create" })
        QTest::newRow(call) << QString::fromLatin1(call);
}

void JourneysTest::lostAnswersHaveOneEffectEach()
{
    QFETCH(const QString, call);
    Journey journey;
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

void JourneysTest::repeatedAndStaleCallbacksChangeNothing()
{
    Journey journey;
    journey.start();
    journey.twin().post(u"/approvals/policy"_s, { { u"duplicate"_s, 5 } });
    journey.twin().post(u"/deploys/policy"_s, { { u"duplicate"_s, 5 } });
    const QString operation = journey.land(u"ann"_s, u"db/read"_s);
    const auto version = journey.read(operation).value("version"_L1).toInt();
    journey.twin().post(u"/approvals/%1/decide"_s.arg(operation), { { u"decision"_s, u"rejected"_s }, { u"force"_s, true } });
    QVERIFY(slipway::support::await(
        [&] {
            for (const QJsonValue &delivery :
                 journey.twin().get(u"/deliveries?kind=approval"_s).value("deliveries"_L1).toArray()) {
                if (delivery.toObject().value("state"_L1) != "delivered"_L1)
                    return false;
            }
            return true;
        },
        20s));
    QCOMPARE(journey.read(operation).value("version"_L1).toInt(), version);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::requestsClosedByAPersonKeepTheirPlaceAndRunAgain()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 1000 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    journey.twin().act(
        { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, u"close"_s }, { u"user"_s, u"maintainer"_s } });
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"create_mr"_s), 2);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::targetMovedByAPersonIsRebuiltAndValidatedAnew()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 500 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    journey.twin().act({ { u"project"_s, u"config/access"_s },
                         { u"branch"_s, u"main"_s },
                         { u"op"_s, u"push_target"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"files"_s, QJsonObject { { u"NOTES.md"_s, u"by hand\n"_s } } } });
    const QJsonObject done = journey.awaitStatus(operation, { u"VALIDATED"_s });
    bool revalidated = false;
    for (const QJsonValue &entry : done.value("timeline"_L1).toArray())
        revalidated = revalidated
            || entry.toObject()
                    .value("toStep"_L1)
                    .toObject()
                    .value("code"_L1)
                    .toInt(entry.toObject().value("toStep"_L1).toInt())
                == 10113;
    QVERIFY(revalidated);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::oddKeysSurviveTheWayToTheRepository()
{
    Journey journey;
    journey.start();
    const QStringList subjects { u"a/b"_s,    u"..hidden"_s, u".git"_s,      u"UPPER"_s,         u"upper"_s,
                                 u"王小明"_s, u"🙂"_s,     u"[skip ci]"_s, QString(128, u'x'), u"🙂"_s.repeated(128) };
    QStringList operations;
    for (const QString &subject : subjects)
        operations.append(journey.submit(subject, u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    for (const QString &operation : operations)
        journey.awaitStatus(operation, { u"VALIDATED"_s });
    const auto files = journey.repositoryFiles();
    QCOMPARE(files.size(), subjects.size());
    for (const QString &subject : subjects) {
        const bool found = std::any_of(files.begin(), files.end(), [&](const QByteArray &content) {
            return content.contains('"' + subject.toUtf8() + '"');
        });
        QVERIFY2(found, qPrintable(subject));
    }
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void JourneysTest::databaseThatDiesIsBackWithinSecondsAndNothingIsLost()
{
    Journey journey({}, { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    QProcess killer;
    killer.start(u"pkill"_s, { u"-9"_s, u"-f"_s, u"mariadbd.*"_s + journey.stack().directory() });
    QVERIFY(killer.waitForFinished(10000));
    QCOMPARE(killer.exitCode(), 0);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"create_mr"_s), 1);
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(JourneysTest)
#include "tst_journeys.moc"
