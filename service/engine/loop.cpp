// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/loop.h"

#include "shared/error.h"

#include <QLoggingCategory>
#include <QRandomGenerator>

namespace slipway::engine {

namespace {
Q_LOGGING_CATEGORY(lcLoop, "slipway.engine")
}

Loop::Loop(Plan plan, const Clock &clock)
    : m_plan(std::move(plan))
    , m_clock(clock)
    , m_lastGood(clock.steady())
{
}

Loop::~Loop() { stop(); }

void Loop::start()
{
    m_thread.reset(QThread::create([this] { run(); }));
    m_thread->setObjectName(m_plan.name);
    m_thread->start();
}

void Loop::ring()
{
    {
        const std::lock_guard guard(m_lock);
        m_rung = true;
    }
    m_wake.notify_one();
}

void Loop::stop()
{
    if (!m_thread)
        return;
    {
        const std::lock_guard guard(m_lock);
        m_stopping = true;
    }
    m_wake.notify_one();
    m_thread->wait();
    m_thread.reset();
}

LoopTick Loop::tick() const
{
    const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.steady() - m_lastGood.load());
    return { m_plan.name, age, m_plan.limit };
}

QString Loop::runRound()
{
    try {
        m_plan.round();
        m_lastGood = m_clock.steady();
        return {};
    } catch (const Error &error) {
        if (error.fault() == Fault::Transient)
            m_lastGood = m_clock.steady();
        return QString::fromUtf8(error.what());
    } catch (const std::exception &error) {
        return QString::fromUtf8(error.what());
    } catch (...) {
        return QStringLiteral("something that is no exception of ours");
    }
}

void Loop::run()
{
    if (m_plan.spread.count() > 0
        && !waitForNext(std::chrono::milliseconds(QRandomGenerator::global()->bounded(qint64(m_plan.spread.count() + 1)))))
        return;
    QString lastProblem;
    do {
        const QString problem = runRound();
        // One line when something begins to fail and one when it ends, not one for each round in between.
        if (problem != lastProblem) {
            if (problem.isEmpty())
                qCInfo(lcLoop, "loop %s works again", qPrintable(m_plan.name));
            else
                qCWarning(lcLoop, "loop %s failed and will try again: %s", qPrintable(m_plan.name), qPrintable(problem));
            lastProblem = problem;
        }
    } while (waitForNext(m_plan.interval()));
}

bool Loop::waitForNext(std::chrono::milliseconds atMost)
{
    std::unique_lock guard(m_lock);
    m_wake.wait_for(guard, atMost, [this] { return m_rung || m_stopping; });
    m_rung = false;
    return !m_stopping;
}

} // namespace slipway::engine
