// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Headers;
using slipway::support::Journey;
using slipway::support::JsonReply;
using slipway::support::ProcessMark;
using slipway::support::Stack;

/// The database in trouble, and the service under it: it never ends, never spins, says the truth about itself,
/// and goes on as soon as it can.
class DatabaseTroubleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanup() { m_journey.reset(); }

    void aDatabaseGoneForAMinuteIsToldOfAndNothingIsLost();
    void aDatabaseThatIsKilledAgainAndAgainIsBackAtOnce();
    void aDatabaseThatHangsIsFoundOutAndHangsNobodyElse();
    void aReadOnlyDatabaseStillAnswersQuestions();

private:
    void begin();
    JsonReply submit();
    JsonReply ready() { return m_journey->stack().as(u"alice"_s).get(u"/readyz?verbose"_s, Headers {}); }
    JsonReply alive() { return m_journey->stack().as(u"alice"_s).get(u"/livez"_s, Headers {}); }
    bool isUnready();
    /// For that long: alive, not ready and saying why, the same process, and what needs the database is refused in good order.
    void holdsOut(std::chrono::milliseconds span);
    /// From now on, at once: ready, and accepting.
    void isBack();
    /// What was asked before the trouble comes to its end, once.
    void finishesWhatItHadBegun();

    std::unique_ptr<Journey> m_journey;
    QString m_begun; ///< In the middle of its way when the trouble begins.
    qint64 m_process = 0;
    int m_subjects = 0;
};

void DatabaseTroubleTest::begin()
{
    Stack::Options options;
    options.sharedDatabase = true;
    options.stage.policy = { { u"pipeline_step_ms"_s, 1500 } };
    options.stage.hot = { { u"engine.leaseMs"_s, u"60000"_s } }; // As shipped: recovery must not wait for leases to run out.
    m_journey = std::make_unique<Journey>(options);
    m_journey->start();
    m_process = m_journey->stack().service().id();
    m_begun = m_journey->submit(u"begun"_s, u"db/read"_s);
    m_journey->approve(m_begun);
    m_journey->awaitStep(m_begun, 10009);
    QVERIFY(await([this] { return ready().status == 200; }, 10s));
}

JsonReply DatabaseTroubleTest::submit()
{
    return m_journey->stack()
        .as(u"alice"_s)
        .submit({ { u"subjectId"_s, u"subject-%1"_s.arg(++m_subjects) },
                  { u"targetKey"_s, u"db/write"_s },
                  { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                  { u"reason"_s, u"r"_s.repeated(2000) } });
}

bool DatabaseTroubleTest::isUnready()
{
    const JsonReply reply = ready();
    return reply.status == 503 && !reply.data()["checks"_L1][0]["ok"_L1].toBool(true);
}

void DatabaseTroubleTest::holdsOut(std::chrono::milliseconds span)
{
    const auto before = ProcessMark::of(m_process).processorTime();
    QElapsedTimer clock;
    clock.start();
    while (!clock.hasExpired(span.count())) {
        QCOMPARE(alive().status, 200);
        QVERIFY2(isUnready(), qPrintable(ready().text()));
        const JsonReply refused = submit();
        QVERIFY2(refused.status == 503, qPrintable(refused.text()));
        QVERIFY2(refused.header("Retry-After").toInt() >= 1, refused.header("Retry-After").constData());
        QCOMPARE(refused.code(), u"UNAVAILABLE"_s);
        QCOMPARE(m_journey->stack().as(u"alice"_s).get(u"/api/v1/session"_s, Headers {}).status, 200);
        await([] { return false; }, 500ms);
    }
    QVERIFY(m_journey->stack().service().isRunning());
    QCOMPARE(m_journey->stack().service().id(), m_process);
    // A loop that spins uses a whole processor.
    const auto used = ProcessMark::of(m_process).processorTime() - before;
    QVERIFY2(used < std::chrono::milliseconds(clock.elapsed()) / 5,
             qPrintable(u"%1 ms of processor time in %2 ms"_s.arg(used.count()).arg(clock.elapsed())));
}

void DatabaseTroubleTest::isBack()
{
    QElapsedTimer clock;
    clock.start();
    QVERIFY2(await([this] { return submit().status == 202; }, 20s), "nothing is accepted any more");
    const qint64 accepted = clock.elapsed();
    QVERIFY2(await([this] { return ready().status == 200; }, 20s), qPrintable(ready().text()));
    qInfo("accepts after %lld ms, ready after %lld ms", static_cast<long long>(accepted),
          static_cast<long long>(clock.elapsed()));
    QVERIFY2(accepted <= 2000, "it took more than two seconds until requests were accepted");
    QCOMPARE(alive().status, 200);
}

void DatabaseTroubleTest::finishesWhatItHadBegun()
{
    QElapsedTimer clock;
    clock.start();
    m_journey->awaitStatus(m_begun, { u"VALIDATED"_s });
    // Its lease would have held it up for a minute.
    QVERIFY2(clock.elapsed() < 30000, qPrintable(u"after %1 ms only"_s.arg(clock.elapsed())));
    QCOMPARE(m_journey->effects(u"create_mr"_s), 1);
    QCOMPARE(m_journey->effects(u"approve"_s), 2);
    QCOMPARE(m_journey->effects(u"merge"_s), 1);
    QCOMPARE(m_journey->stack().service().id(), m_process);
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

void DatabaseTroubleTest::aDatabaseGoneForAMinuteIsToldOfAndNothingIsLost()
{
    begin();
    auto &database = m_journey->stack().database();
    database.stop();
    QVERIFY(await([this] { return isUnready(); }, 5s));
    holdsOut(60s);
    database.start();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseThatIsKilledAgainAndAgainIsBackAtOnce()
{
    begin();
    auto &database = m_journey->stack().database();
    for (int death = 0; death < 3; ++death) {
        const qint64 before = database.processId();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the private database server ended by itself"_s));
        database.crash();
        QVERIFY(await([&] { return database.processId() != before && database.answers(); }, 30s));
        isBack();
    }
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aDatabaseThatHangsIsFoundOutAndHangsNobodyElse()
{
    begin();
    auto &database = m_journey->stack().database();
    database.freeze();
    QVERIFY(await([this] { return isUnready(); }, 5s));
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(submit().status, 503);
    QVERIFY2(clock.elapsed() < 2000, "a request waited for a database that is known to hang");
    holdsOut(45s); // Longer than any statement may take: loops and workers come back from theirs empty-handed.
    database.thaw();
    isBack();
    finishesWhatItHadBegun();
}

void DatabaseTroubleTest::aReadOnlyDatabaseStillAnswersQuestions()
{
    begin();
    auto &database = m_journey->stack().database();
    database.administer("SET GLOBAL read_only = 1");
    QVERIFY(await([this] { return isUnready(); }, 5s));
    QVERIFY(ready().text().contains("is read-only"_L1));
    QCOMPARE(m_journey->read(m_begun).value("operationId"_L1).toString(), m_begun);
    holdsOut(8s);
    database.administer("SET GLOBAL read_only = 0");
    isBack();
    finishesWhatItHadBegun();
}

QTEST_GUILESS_MAIN(DatabaseTroubleTest)
#include "tst_databasetrouble.moc"
