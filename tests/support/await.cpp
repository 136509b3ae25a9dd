// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <atomic>
#include <csignal>

namespace slipway::support {

namespace {

std::atomic<int> noted { 0 };
bool resumed = false;

void note(int signal)
{
    int none = 0;
    noted.compare_exchange_strong(none, signal);
}

} // namespace

void watchSignals()
{
    for (const int signal : { SIGINT, SIGTERM, SIGHUP })
        std::signal(signal, note);
}

void resumeAwaiting() { resumed = true; }

bool await(const std::function<bool()> &condition, std::chrono::milliseconds limit)
{
    // Wakes the loop up, also for a signal: Qt repeats an interrupted poll by itself.
    QTimer pulse;
    pulse.start(50);
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (const int signal = noted.load(); signal != 0 && !resumed)
            throw Interrupted { signal };
        if (clock.hasExpired(limit.count()))
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

} // namespace slipway::support
