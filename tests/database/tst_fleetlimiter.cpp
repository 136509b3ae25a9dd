// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/fleetlimiter.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using http::FleetLimiter;

namespace {

/// A clock that stands until it is told to go on.
class StandingClock final : public Clock {
public:
    Instant now() const override { return {}; }
    std::chrono::steady_clock::time_point steady() const override { return m_now; }
    void goOn(std::chrono::seconds by) { m_now += by; }

private:
    std::chrono::steady_clock::time_point m_now { 1000h };
};

struct Instance {
    const database::Settings *settings;
    StandingClock clock {};
    int live = 1;
    bool isThere = true;
    std::vector<std::function<void()>> postponed {};
    bool postpones = false;
    FleetLimiter limiter { { .liveInstances = [this] { return live; },
                             .databaseIsThere = [this] { return isThere; },
                             .database = settings,
                             .later =
                                 [this](std::function<void()> work) {
                                     if (postpones)
                                         postponed.push_back(std::move(work));
                                     else
                                         work();
                                     return true;
                                 } },
                           clock };
    int asked = 0; ///< Times it could not decide alone.

    bool lets(const FleetLimiter::Question &question)
    {
        if (const auto alone = limiter.alone(question))
            return alone->allowed;
        ++asked;
        return limiter.together(question).allowed;
    }
};

/// Long enough that it does not turn while a test runs, except once in a while; see freshWindow().
FleetLimiter::Question tenAn(std::chrono::seconds window) { return { u"apply\nalice"_s, 10, window, true }; }

} // namespace

/// One limit for all instances together.
class FleetLimiterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!the limit holds for this instance alone)"_s));
        m_settings = m_fixture->freshSchema();
    }
    void cleanupTestCase() { m_fixture.reset(); }

    void aShareIsNeverNothing()
    {
        QCOMPARE(FleetLimiter::shareOf(10, 1), 10);
        QCOMPARE(FleetLimiter::shareOf(10, 3), 4);
        QCOMPARE(FleetLimiter::shareOf(10, 20), 1);
        QCOMPARE(FleetLimiter::shareOf(10, 0), 10);
    }

    void whoIsAloneAsksNobody()
    {
        Instance only { &m_settings };
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += only.lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
        QCOMPARE(only.asked, 0);
        QCOMPARE(rows(), 0);
    }

    void allTogetherLetThroughExactlyTheLimit()
    {
        std::vector<std::unique_ptr<Instance>> fleet;
        for (int i = 0; i < 3; ++i) {
            fleet.emplace_back(new Instance { &m_settings });
            fleet.back()->live = 3;
        }
        int admitted = 0;
        for (int i = 0; i < 60; ++i)
            admitted += fleet[size_t(i) % 3]->lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
        QCOMPARE(rows(), 1);
    }

    void whoMeetsOneInstanceOnlyHasTheWholeLimit()
    {
        Instance met { &m_settings };
        met.live = 4;
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += met.lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
        QVERIFY(met.asked >= 7);
        // Another one hears of it with its first own decision, so that it lets through one more at most.
        Instance other { &m_settings };
        other.live = 4;
        int more = 0;
        for (int i = 0; i < 20; ++i)
            more += other.lets(tenAn(day)) ? 1 : 0;
        QVERIFY2(more <= 1, qPrintable(QString::number(more)));
    }

    void whoAsksTellsFirstWhatItDecidedAlone()
    {
        Instance slow { &m_settings };
        slow.live = 2;
        slow.postpones = true; // Nothing of its own decisions has reached the database yet.
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += slow.lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
    }

    void manyAtOnceAreCountedExactly()
    {
        std::atomic_int admitted { 0 };
        const auto knock = [&](int) {
            Instance instance { &m_settings };
            instance.live = 1000; // A share of one.
            for (int i = 0; i < 10; ++i)
                admitted += instance.limiter.together(tenAn(day)).allowed ? 1 : 0;
        };
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back(knock, i);
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(admitted.load(), 10);
    }

    void anotherCallerHasALimitOfTheirOwn()
    {
        Instance instance { &m_settings };
        instance.live = 5;
        for (int i = 0; i < 20; ++i)
            instance.lets(tenAn(day));
        FleetLimiter::Question bob = tenAn(day);
        bob.key = u"apply\nbob"_s;
        QVERIFY(instance.lets(bob));
        QCOMPARE(rows(), 2);
    }

    void anUnknownNumberOfInstancesIsOne()
    {
        for (const int unknown : { 0, -1 }) {
            Instance only { &m_settings };
            only.live = unknown;
            QCOMPARE(admittedOf(only, 20), 10);
            QCOMPARE(only.asked, 0);
        }
        StandingClock clock;
        FleetLimiter untold(
            { .liveInstances = {}, .databaseIsThere = [] { return true; }, .database = &m_settings, .later = {} }, clock);
        int admitted = 0;
        for (int i = 0; i < 20; ++i) {
            const auto alone = untold.alone(tenAn(day));
            QVERIFY(alone);
            admitted += alone->allowed ? 1 : 0;
        }
        QCOMPARE(admitted, 10);
        QCOMPARE(rows(), 0);
    }

    void perInstanceMeansPerInstance()
    {
        Instance one { &m_settings };
        one.live = 3;
        FleetLimiter::Question question = tenAn(day);
        question.isFleetWide = false;
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += one.lets(question) ? 1 : 0;
        QCOMPARE(admitted, 10);
        QCOMPARE(one.asked, 0);
        QCOMPARE(rows(), 0);
    }

    void withoutTheDatabaseEachHasTheWholeLimit()
    {
        Instance cut { &m_settings };
        cut.live = 3;
        cut.isThere = false;
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += cut.lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
        QCOMPARE(cut.asked, 0);
    }

    void aDatabaseThatFailsWhenAskedIsNoOutage()
    {
        const database::Settings nowhere {
            .socket = u"/nonexistent/socket"_s, .host = {}, .schema = u"x"_s, .user = u"x"_s, .password = {}
        };
        Instance cut { &nowhere };
        cut.live = 3;
        int admitted = 0;
        for (int i = 0; i < 20; ++i)
            admitted += cut.lets(tenAn(day)) ? 1 : 0;
        QCOMPARE(admitted, 10);
    }

    void aRefusalSaysWhenTheWindowEnds()
    {
        Instance instance { &m_settings };
        instance.live = 2;
        for (int i = 0; i < 10; ++i)
            instance.lets(tenAn(day));
        Instance other { &m_settings };
        const auto refused = other.limiter.together(tenAn(day));
        QVERIFY(!refused.allowed);
        QCOMPARE(refused.remaining, 0);
        QVERIFY(refused.reset >= 1s && refused.reset <= day);
    }

    void windowsThatAreOverAreForgotten()
    {
        database::Connection connection(m_settings);
        connection.write({ "test/over", "INSERT INTO rate_window VALUES (REPEAT('a', 64), 60, 3, 120)" });
        Instance instance { &m_settings };
        instance.live = 5;
        instance.lets(tenAn(day));
        QCOMPARE(rows(), 2);
        FleetLimiter::forgetWindows(connection);
        QCOMPARE(rows(), 1);
    }

private:
    static int admittedOf(Instance &instance, int attempts)
    {
        int admitted = 0;
        for (int i = 0; i < attempts; ++i)
            admitted += instance.lets(tenAn(day)) ? 1 : 0;
        return admitted;
    }
    struct Count {
        int n;
        static Count read(const database::Row &row) { return { int(row.number("n")) }; }
    };
    int rows()
    {
        database::Connection connection(m_settings);
        return connection.selectOne<Count>({ "test/rows", "SELECT COUNT(*) AS n FROM rate_window" })->n;
    }

    /// Turns at midnight only.
    static constexpr std::chrono::seconds day { 86'400 };

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    database::Settings m_settings;
};

QTEST_GUILESS_MAIN(FleetLimiterTest)
#include "tst_fleetlimiter.moc"
