// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/longpoll.h"

#include <QLoggingCategory>

#include <algorithm>

namespace slipway::http {
namespace {

Q_LOGGING_CATEGORY(logPoll, "slipway.http.longpoll")

/// As many as one IN list may hold.
constexpr qsizetype mostPerQuestion = 500;

} // namespace

LongPoll::LongPoll(Lookup lookup, std::function<std::chrono::milliseconds()> tick, size_t mostWaiters)
    : m_lookup(std::move(lookup))
    , m_tick(std::move(tick))
    , m_mostWaiters(mostWaiters)
    , m_thread([this] { watch(); })
{
}

LongPoll::~LongPoll() { stop(); }

bool LongPoll::park(Waiter waiter)
{
    {
        const std::lock_guard guard(m_lock);
        if (m_stopping || m_waiters.size() >= m_mostWaiters)
            return false;
        m_waiters.push_back(std::move(waiter));
    }
    m_changed.notify_all();
    return true;
}

size_t LongPoll::waiting() const
{
    const std::lock_guard guard(m_lock);
    return m_waiters.size();
}

void LongPoll::stop()
{
    {
        const std::lock_guard guard(m_lock);
        m_stopping = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

QHash<QString, qint64> LongPoll::ask(const QStringList &operations)
{
    QHash<QString, qint64> versions;
    try {
        for (qsizetype from = 0; from < operations.size(); from += mostPerQuestion)
            versions.insert(m_lookup(operations.mid(from, mostPerQuestion)));
        m_lastAskFailed = false;
    } catch (const std::exception &failure) {
        // Once per outage: the callers are told by their own next request.
        if (!m_lastAskFailed)
            qCWarning(logPoll, "versions cannot be read: %s", failure.what());
        m_lastAskFailed = true;
        versions.clear();
    }
    return versions;
}

QStringList LongPoll::operationsWaitedFor() const
{
    QStringList operations;
    for (const Waiter &waiter : m_waiters)
        operations.append(waiter.operation);
    operations.removeDuplicates();
    return operations;
}

std::vector<std::pair<LongPoll::Waiter, bool>> LongPoll::takeDue(const QHash<QString, qint64> &versions)
{
    const auto now = Clock::now();
    std::vector<std::pair<Waiter, bool>> due;
    std::vector<Waiter> staying;
    for (Waiter &waiter : m_waiters) {
        const auto version = versions.find(waiter.operation);
        const bool changed = version != versions.end() && *version != waiter.afterVersion;
        if (waiter.isGone())
            continue;
        if (changed || m_stopping || now >= waiter.until)
            due.emplace_back(std::move(waiter), changed);
        else
            staying.push_back(std::move(waiter));
    }
    m_waiters = std::move(staying);
    return due;
}

void LongPoll::watch()
{
    std::unique_lock guard(m_lock);
    while (true) {
        m_changed.wait(guard, [this] { return m_stopping || !m_waiters.empty(); });
        if (!m_stopping)
            m_changed.wait_for(guard, m_tick(), [this] { return m_stopping; });
        const QStringList operations = m_stopping ? QStringList() : operationsWaitedFor();
        guard.unlock();
        const QHash<QString, qint64> versions = ask(operations);
        guard.lock();
        auto due = takeDue(versions);
        const bool ends = m_stopping;
        guard.unlock();
        for (auto &[waiter, changed] : due)
            waiter.wake(changed);
        due.clear();
        if (ends)
            return;
        guard.lock();
    }
}

} // namespace slipway::http
