// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/mailbox.h"

#include "shared/error.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace slipway::httpserver {

void ReplyState::callReady()
{
    std::function<void()> call;
    {
        const std::lock_guard guard(lock);
        call = ready;
    }
    if (call)
        call();
}

void ReplyState::callReadyAndForget()
{
    callReady();
    forgetReady();
}

void ReplyState::forgetReady()
{
    std::function<void()> old; // Outlives the lock: what it holds may post when it goes.
    const std::lock_guard guard(lock);
    old.swap(ready);
}

void ReplyState::sent(qint64 bytes)
{
    const qint64 before = pending.fetch_sub(bytes);
    if (before >= lowWater && before - bytes < lowWater)
        callReady();
}

Mailbox::Mailbox()
    : m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (m_wake < 0)
        throw Error(Code::Unavailable, QStringLiteral("eventfd: %1").arg(qt_error_string()));
}

Mailbox::~Mailbox() { ::close(m_wake); }

bool Mailbox::post(Delivery delivery)
{
    const bool ownThread = std::this_thread::get_id() == m_collector;
    bool wake = false;
    {
        const std::lock_guard guard(m_lock);
        if (m_closed)
            return false;
        m_posted.push_back(std::move(delivery));
        wake = !m_signalled && !(ownThread && m_awake);
        m_signalled = m_signalled || wake;
    }
    if (wake)
        ::eventfd_write(m_wake, 1);
    return true;
}

std::vector<Delivery> Mailbox::collect()
{
    std::vector<Delivery> posted;
    const std::lock_guard guard(m_lock);
    posted.swap(m_posted);
    if (std::exchange(m_signalled, false)) {
        eventfd_t count = 0;
        ::eventfd_read(m_wake, &count);
    }
    return posted;
}

bool Mailbox::isEmpty() const
{
    const std::lock_guard guard(m_lock);
    return m_posted.empty();
}

void Mailbox::setAwake(bool awake)
{
    m_awake = awake;
    if (awake)
        return;
    const std::lock_guard guard(m_lock);
    if (!m_posted.empty() && !std::exchange(m_signalled, true))
        ::eventfd_write(m_wake, 1);
}

void Mailbox::close()
{
    std::vector<Delivery> posted;
    const std::lock_guard guard(m_lock);
    m_closed = true;
    posted.swap(m_posted);
}

} // namespace slipway::httpserver
