// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/loop.h"
#include "shared/error.h"

#include <QRegularExpression>
#include <QSemaphore>
#include <QTest>

#include <mutex>
#include <stdexcept>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;

namespace {

/// A clock that goes as the test says.
class SetClock final : public Clock {
public:
    Instant now() const override { return {}; }
    std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::time_point(m_at.load()); }
    void advance(std::chrono::milliseconds span) { m_at = m_at.load() + span; }

private:
    std::atomic<std::chrono::steady_clock::duration> m_at { std::chrono::hours(1) };
};

} // namespace

/// Liveness is worth something only if it tells apart what a restart would mend and what it would not.
class LoopTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_clock = std::make_unique<SetClock>();
        m_begun = std::make_unique<QSemaphore>();
        m_go = std::make_unique<QSemaphore>();
    }
    void cleanup()
    {
        if (!m_loop)
            return;
        m_go->release(1000);
        m_loop.reset();
    }

    void aLoopThatWorksIsAlive();
    void aLoopThatMeetsADefectIsDeadWithinItsBoundAndAliveOnceItWorksAgain();
    void aLoopThatWaitsForSomethingOutsideIsAlive();
    void aLoopThatHangsIsDeadWithinItsBound();
    void whatIsNoExceptionOfOursEndsTheRoundOnly();
    void loopsThatStartTogetherBeginApart();

private:
    void start(std::function<void()> what);
    /// Lets one round run, and returns when the next one has begun.
    void round();

    std::unique_ptr<SetClock> m_clock;
    std::unique_ptr<QSemaphore> m_begun;
    std::unique_ptr<QSemaphore> m_go;
    std::unique_ptr<engine::Loop> m_loop;
};

void LoopTest::start(std::function<void()> what)
{
    m_loop = std::make_unique<engine::Loop>(engine::Loop::Plan { u"test"_s, [] { return 0ms; },
                                                                 [this, what] {
                                                                     m_begun->release();
                                                                     m_go->acquire();
                                                                     what();
                                                                 },
                                                                 1000ms },
                                            *m_clock);
    m_loop->start();
    QVERIFY(m_begun->tryAcquire(1, 10000));
}

void LoopTest::round()
{
    m_go->release();
    QVERIFY(m_begun->tryAcquire(1, 10000));
}

void LoopTest::aLoopThatWorksIsAlive()
{
    start([] {});
    for (int i = 0; i < 5; ++i) {
        m_clock->advance(900ms);
        round();
        QVERIFY(m_loop->tick().isAlive());
    }
}

void LoopTest::aLoopThatMeetsADefectIsDeadWithinItsBoundAndAliveOnceItWorksAgain()
{
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"loop test failed and will try again: broken"_s));
    std::atomic_bool broken { true };
    start([&] {
        if (broken)
            throw std::logic_error("broken");
    });
    round();
    QVERIFY(m_loop->tick().isAlive());
    m_clock->advance(600ms);
    round();
    m_clock->advance(600ms);
    round();
    QVERIFY(!m_loop->tick().isAlive());
    broken = false;
    round();
    QVERIFY(m_loop->tick().isAlive());
}

void LoopTest::aLoopThatWaitsForSomethingOutsideIsAlive()
{
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"loop test failed and will try again"_s));
    start([] { throw Error(Code::Unavailable, u"the database is away"_s); });
    for (int i = 0; i < 5; ++i) {
        m_clock->advance(900ms);
        round();
        QVERIFY(m_loop->tick().isAlive());
    }
}

void LoopTest::aLoopThatHangsIsDeadWithinItsBound()
{
    start([] {});
    round();
    m_clock->advance(1001ms);
    QVERIFY(!m_loop->tick().isAlive());
}

void LoopTest::whatIsNoExceptionOfOursEndsTheRoundOnly()
{
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"loop test failed and will try again"_s));
    start([] { throw 42; });
    round();
    m_clock->advance(1001ms);
    round();
    QVERIFY(!m_loop->tick().isAlive());
}

void LoopTest::loopsThatStartTogetherBeginApart()
{
    // Twenty with half a second to choose from do not all meet within a tenth of it.
    std::mutex lock;
    std::vector<std::chrono::steady_clock::time_point> begun;
    const auto note = [&] {
        const std::lock_guard guard(lock);
        begun.push_back(std::chrono::steady_clock::now());
    };
    const auto count = [&] {
        const std::lock_guard guard(lock);
        return int(begun.size());
    };
    std::vector<std::unique_ptr<engine::Loop>> loops;
    for (int i = 0; i < 20; ++i) {
        loops.push_back(
            std::make_unique<engine::Loop>(engine::Loop::Plan { u"test"_s, [] { return 1h; }, note, 1000ms, 500ms }, *m_clock));
        loops.back()->start();
    }
    QTRY_COMPARE(count(), 20);
    QVERIFY(begun.back() - begun.front() > 50ms);
    // Whoever is rung for begins at once.
    engine::Loop rung({ u"test"_s, [] { return 1h; }, note, 1000ms, 1h }, *m_clock);
    rung.start();
    rung.ring();
    QTRY_COMPARE(count(), 21);
}

QTEST_GUILESS_MAIN(LoopTest)
#include "tst_loop.moc"
