// SPDX-License-Identifier: GPL-3.0-only
// What the service costs while nothing happens: alone, and with 10,000 requests that wait in a paused partition.
#include "tests/bench/figures.h"
#include "tests/bench/waitingrequests.h"
#include "tests/support/journey.h"
#include "tests/support/startfailure.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

constexpr int waiting = 10'000;
constexpr std::chrono::seconds watched { 20 };
constexpr double residentLimit = 60; // Megabytes.
constexpr double idleLimit = 1; // Percent of one processor.

QByteArray procfs(qint64 process, QLatin1StringView file)
{
    QFile opened(u"/proc/%1/%2"_s.arg(process).arg(file));
    if (!opened.open(QIODevice::ReadOnly))
        throw std::runtime_error("the process is gone");
    return opened.readAll();
}

double residentMegabytes(qint64 process)
{
    const QByteArray status = procfs(process, "status"_L1);
    const qsizetype at = status.indexOf("VmRSS:");
    return status.mid(at + 6, status.indexOf("kB", at) - at - 6).trimmed().toDouble() / 1024;
}

double processorSeconds(qint64 process)
{
    // The name before it may hold anything; what follows its bracket starts at field 3, the times are 14 and 15.
    const QByteArray stat = procfs(process, "stat"_L1);
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return (fields[11].toDouble() + fields[12].toDouble()) / double(sysconf(_SC_CLK_TCK));
}

double percentWhileWatched(qint64 process)
{
    const double before = processorSeconds(process);
    QEventLoop loop;
    QTimer::singleShot(watched, &loop, &QEventLoop::quit);
    loop.exec();
    return (processorSeconds(process) - before) / double(watched.count()) * 100;
}

void measure(support::Journey &journey, bench::Figures &figures)
{
    const qint64 service = journey.stack().service().id();
    figures.add(u"processor while nothing waits"_s, percentWhileWatched(service), u"%"_s, idleLimit);
    figures.add(u"memory at rest"_s, residentMegabytes(service), u"MB"_s, residentLimit);
    database::Connection connection(journey.stack().databaseSettings());
    connection.write({ "bench/pause",
                       "INSERT INTO partition_state (partition_key, mode, reason) VALUES ('access', 'PAUSED', 'a benchmark') "
                       "ON DUPLICATE KEY UPDATE mode = 'PAUSED', version = version + 1" });
    bench::WaitingRequests(connection).add(waiting, "access");
    figures.add(u"processor while 10,000 wait"_s, percentWhileWatched(service), u"%"_s, idleLimit);
    figures.add(u"memory meanwhile"_s, residentMegabytes(service), u"MB"_s, residentLimit);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    bench::Figures figures(u"idle"_s);
    try {
        support::Journey journey { support::Stack::Options() }; // With the intervals of ./slipway up, not those of the tests.
        journey.start();
        measure(journey, figures);
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 2;
    }
    return figures.finish(application.arguments());
}
