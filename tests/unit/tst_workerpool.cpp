// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/workerpool.h"

#include <QRegularExpression>
#include <QTest>

#include <atomic>
#include <future>
#include <set>

using namespace slipway::httpserver;
using namespace Qt::StringLiterals;

class WorkerPoolTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aFullQueueRefuses();
    void stopRunsWhatWasTaken();
    void aStoppedPoolRefuses();
    void threadsStayTheSame();
    void aFailedJobCostsNoThread();
};

void WorkerPoolTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void WorkerPoolTest::aFullQueueRefuses()
{
    std::promise<void> release;
    const std::shared_future<void> released = release.get_future().share();
    std::atomic_int running = 0;
    WorkerPool pool(2, 3);
    const auto block = [&] {
        ++running;
        released.wait();
    };
    int taken = 0;
    while (pool.tryStart(block))
        ++taken;
    QCOMPARE(taken, 5);
    QTRY_COMPARE(running.load(), 2);
    QCOMPARE(pool.queuedJobs(), 3);
    QVERIFY(!pool.tryStart(block));
    release.set_value();
    QTRY_COMPARE(running.load(), 5);
    QTRY_VERIFY(pool.tryStart([] {}));
}

void WorkerPoolTest::stopRunsWhatWasTaken()
{
    std::atomic_int done = 0;
    WorkerPool pool(2, 1000);
    for (int i = 0; i < 1000; ++i)
        QVERIFY(pool.tryStart([&] { ++done; }));
    pool.stop();
    QCOMPARE(done.load(), 1000);
}

void WorkerPoolTest::aStoppedPoolRefuses()
{
    WorkerPool pool(1, 10);
    pool.stop();
    bool ran = false;
    QVERIFY(!pool.tryStart([&] { ran = true; }));
    pool.stop();
    QVERIFY(!ran);
}

void WorkerPoolTest::threadsStayTheSame()
{
    std::mutex lock;
    std::set<std::thread::id> seen;
    std::atomic_int done = 0;
    WorkerPool pool(3, 10);
    for (int round = 1; round <= 20; ++round) {
        for (int i = 0; i < 5; ++i) {
            QVERIFY(pool.tryStart([&] {
                const std::lock_guard guard(lock);
                seen.insert(std::this_thread::get_id());
                ++done;
            }));
        }
        QTRY_COMPARE(done.load(), round * 5);
    }
    QVERIFY(seen.size() <= 3);
}

void WorkerPoolTest::aFailedJobCostsNoThread()
{
    WorkerPool pool(1, 10);
    std::atomic_bool ran = false;
    QVERIFY(pool.tryStart([] { throw std::runtime_error("refused"); }));
    QVERIFY(pool.tryStart([&] { ran = true; }));
    QTRY_VERIFY(ran.load());
}

QTEST_GUILESS_MAIN(WorkerPoolTest)
#include "tst_workerpool.moc"
