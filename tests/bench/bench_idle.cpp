// SPDX-License-Identifier: GPL-3.0-only
// What the service costs while nothing happens: alone, and with 10,000 requests that wait in a paused partition.
#include "tests/bench/figures.h"
#include "tests/bench/processtimes.h"
#include "tests/bench/waitingrequests.h"
#include "tests/support/stack.h"
#include "tests/support/startfailure.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

constexpr int waiting = 10'000;
constexpr std::chrono::seconds watched { 20 };
constexpr double residentLimit = 60; // Megabytes.
constexpr double idleLimit = 1; // Percent of one processor.

double percentWhileWatched(const bench::ProcessTimes &process)
{
    const double before = process.processorSeconds();
    QEventLoop loop;
    QTimer::singleShot(watched, &loop, &QEventLoop::quit);
    loop.exec();
    return (process.processorSeconds() - before) / double(watched.count()) * 100;
}

void measure(support::Stack &stack, bench::Figures &figures)
{
    const bench::ProcessTimes service(stack.service().id());
    figures.add(u"processor while nothing waits"_s, percentWhileWatched(service), u"%"_s, idleLimit);
    figures.add(u"memory at rest"_s, service.residentMegabytes(), u"MB"_s, residentLimit);
    database::Connection connection(stack.databaseSettings());
    connection.write({ "bench/pause",
                       "INSERT INTO partition_state (partition_key, mode, reason) VALUES ('access', 'PAUSED', 'a benchmark') "
                       "ON DUPLICATE KEY UPDATE mode = 'PAUSED', version = version + 1" });
    bench::WaitingRequests(connection).add(waiting, "access");
    figures.add(u"processor while 10,000 wait"_s, percentWhileWatched(service), u"%"_s, idleLimit);
    figures.add(u"memory meanwhile"_s, service.residentMegabytes(), u"MB"_s, residentLimit);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    bench::Figures figures(u"idle"_s);
    try {
        const QTemporaryDir folder;
        support::Stack stack(
            { .directory = folder.path() + u"/stack"_s }); // With the intervals of ./slipway up, not those of the tests.
        stack.start();
        measure(stack, figures);
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 2;
    }
    return figures.finish(application.arguments());
}
