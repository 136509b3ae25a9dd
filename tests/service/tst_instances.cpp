// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;
using slipway::support::JsonReply;
using slipway::support::Stack;

/// Several instances on one database, and what becomes of one that stops, hangs or dies.
class InstancesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanupTestCase() { m_paused.reset(); }

    void threeInstancesShareTheWorkAndEachEffectHappensOnce();
    void everyInstanceTellsHowItFaresAndADeadOneIsRecognised();
    void anInstancePausedBeyondItsLeaseDoesNothingTwice_data();
    void anInstancePausedBeyondItsLeaseDoesNothingTwice();
    void aStopFinishesWhatRunsHandsBackLeasesAndLosesNothing();

private:
    static Stack::Options severalOf(int instances, const QMap<QString, QString> &hot = {},
                                    const QMap<QString, QString> &boot = {});
    static QJsonArray listed(Journey &journey, int asked);
    static QString stateOf(Journey &journey, int asked, qint64 process);

    std::unique_ptr<Journey> m_paused; ///< One for all points at which an instance is paused.
};

Stack::Options InstancesTest::severalOf(int instances, const QMap<QString, QString> &hot, const QMap<QString, QString> &boot)
{
    Stack::Options options;
    options.instances = instances;
    options.sharedDatabase = true;
    options.stage.hot = hot;
    options.stage.boot = boot;
    return options;
}

QJsonArray InstancesTest::listed(Journey &journey, int asked)
{
    return journey.stack()
        .as(u"olga"_s, asked)
        .get(u"/ops/v1/instances"_s, slipway::support::Headers {})
        .data()["items"_L1]
        .toArray();
}

QString InstancesTest::stateOf(Journey &journey, int asked, qint64 process)
{
    for (const QJsonValue &each : listed(journey, asked)) {
        if (each["pid"_L1].toInteger() == process)
            return each["state"_L1].toString();
    }
    return {};
}

void InstancesTest::threeInstancesShareTheWorkAndEachEffectHappensOnce()
{
    Journey journey(severalOf(3));
    journey.start();
    QStringList operations;
    for (int i = 0; i < 24; ++i)
        operations.append(journey.submit(u"subject-%1"_s.arg(i), u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    for (const QString &operation : operations)
        journey.awaitStatus(operation, { u"VALIDATED"_s });
    const auto batches = journey.count("SELECT COUNT(*) AS n FROM merge_batch");
    QCOMPARE(journey.effects(u"create_mr"_s), int(batches));
    QCOMPARE(journey.effects(u"approve"_s), int(2 * batches));
    QCOMPARE(journey.effects(u"merge"_s), int(batches));
    QCOMPARE(journey.effects(u"approval_created"_s), operations.size());
    QCOMPARE(journey.count("SELECT COUNT(DISTINCT instance) AS n FROM operation_history WHERE cause = 'APPROVAL'"), 3);
    QVERIFY(journey.count("SELECT COUNT(DISTINCT instance) AS n FROM operation_history WHERE cause = 'ENGINE'") > 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void InstancesTest::everyInstanceTellsHowItFaresAndADeadOneIsRecognised()
{
    Journey journey(severalOf(3));
    journey.start();
    Stack &stack = journey.stack();
    QVERIFY(await([&] { return listed(journey, 0).size() == 3; }, 20s));
    for (int i = 0; i < 3; ++i)
        QCOMPARE(stateOf(journey, 0, stack.service(i).id()), u"RUNNING"_s);

    const qint64 dead = stack.service(1).id();
    stack.service(1).kill();
    QVERIFY(await([&] { return stateOf(journey, 0, dead) == "SILENT"_L1; }, 40s));
    QCOMPARE(stateOf(journey, 0, stack.service(0).id()), u"RUNNING"_s);

    // Whoever says goodbye is not shown as dead, and not at all once it has gone.
    const qint64 leaving = stack.service(2).id();
    QCOMPARE(stack.service(2).terminate(), 0);
    QCOMPARE(stateOf(journey, 0, leaving), QString());
    QCOMPARE(listed(journey, 0).size(), 2);
}

void InstancesTest::anInstancePausedBeyondItsLeaseDoesNothingTwice_data()
{
    QTest::addColumn<QString>("point");
    // Before a call that changes the forge, just after one, and on both sides of what is written about it.
    for (const char *point : { "remote.git.push.before", "remote.mr.create.before", "remote.mr.approve.before",
                               "remote.mr.merge.before", "remote.mr.merge.after", "commit.ledger.sending.before",
                               "commit.ledger.sending.after", "commit.claim.before", "commit.landing.merged.before" })
        QTest::newRow(point) << QString::fromLatin1(point);
    m_paused = std::make_unique<Journey>(
        severalOf(2, { { u"engine.leaseMs"_s, u"1500"_s } }, { { u"test.failpoints"_s, u"true"_s } }));
    m_paused->start();
}

void InstancesTest::anInstancePausedBeyondItsLeaseDoesNothingTwice()
{
    QFETCH(const QString, point);
    Journey &journey = *m_paused;
    Stack &stack = journey.stack();
    auto &sleeper = stack.service(0);
    const auto effects = [&] {
        QList<int> counts;
        for (const QString &kind : { u"create_mr"_s, u"approve"_s, u"merge"_s, u"close"_s, u"approval_created"_s })
            counts.append(journey.effects(kind));
        return counts;
    };
    const QList<int> before = effects();
    QCOMPARE(stack.stopService(), 0);
    stack.launchInstance(0, { { u"SLIPWAY_FAILPOINTS"_s, point + u"=pause"_s } });
    stack.awaitInstance(0);
    journey.talkOnlyTo(0);
    const QString operation = journey.submit(point, u"db/read"_s);
    journey.approve(operation);
    QVERIFY2(await([&] { return sleeper.isFrozen(); }, 60s), "the point was not passed");

    stack.launchInstance(1);
    stack.awaitInstance(1);
    journey.talkOnlyTo(1);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    sleeper.thaw();
    // It takes up what it was about; a stop waits for that and must end well.
    const JsonReply awake = stack.as(u"olga"_s, 0).get(u"/ops/v1/overview"_s, slipway::support::Headers {});
    QVERIFY2(awake.status == 200 || awake.status == 503, qPrintable(awake.text()));
    QCOMPARE(sleeper.terminate(40s), 0);

    const QList<int> after = effects();
    const QList<int> once { 1, 2, 1, 0, 1 };
    for (int i = 0; i < once.size(); ++i)
        QCOMPARE(after[i] - before[i], once[i]);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void InstancesTest::aStopFinishesWhatRunsHandsBackLeasesAndLosesNothing()
{
    Journey journey(severalOf(1, { { u"engine.leaseMs"_s, u"60000"_s } }));
    journey.start();
    Stack &stack = journey.stack();
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.approve"_s } } },
                              { u"times"_s, 1 },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"delay"_s }, { u"ms"_s, 2000 } } } });
    const QString running = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(running);
    const auto callsInFlight = [&] { return journey.count("SELECT COUNT(*) AS n FROM remote_call WHERE answered_at IS NULL"); };
    QVERIFY(await([&] { return callsInFlight() == 1; }, 30s));

    QStringList accepted;
    auto people = stack.as(u"alice"_s);
    for (int i = 0; i < 30; ++i) {
        const QString id = u"stop-%1"_s.arg(i, 8, 10, QLatin1Char('0'));
        const QJsonObject change { { u"operationId"_s, id },
                                   { u"subjectId"_s, id },
                                   { u"targetKey"_s, u"db/write"_s },
                                   { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                                   { u"reason"_s, u"asked while it stops"_s } };
        people.send("POST", u"/api/v1/changes"_s, change, [&accepted, id](const JsonReply &reply) {
            if (reply.status == 202)
                accepted.append(id);
            else if (reply.status != 0 && reply.status != 503)
                QFAIL(qPrintable(reply.text()));
        });
        if (i == 15) // In the middle of them, and of the step that runs.
            QVERIFY(await([&] { return !accepted.isEmpty(); }, 20s));
        if (i == 15)
            stack.service().askToEnd();
    }
    QVERIFY(people.http().settle(30s));
    QCOMPARE(stack.service().terminate(40s), 0);
    QCOMPARE(callsInFlight(), 0);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM workflow_task WHERE lease_owner IS NOT NULL"), 0);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM service_instance"), 0);

    stack.launchInstance(0);
    stack.awaitInstance(0);
    for (const QString &operation : accepted)
        journey.approve(operation);
    journey.awaitStatus(running, { u"VALIDATED"_s });
    for (const QString &operation : accepted)
        journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), int(journey.count("SELECT COUNT(*) AS n FROM merge_batch")));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(InstancesTest)
#include "tst_instances.moc"
