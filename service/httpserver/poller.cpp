// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/poller.h"

#include "shared/error.h"

#include <unistd.h>

namespace slipway::httpserver {

Poller::Poller(std::function<void(std::span<const epoll_event>)> turn)
    : m_descriptor(::epoll_create1(EPOLL_CLOEXEC))
    , m_turn(std::move(turn))
{
    if (m_descriptor < 0)
        throw Error(Code::Unavailable, QStringLiteral("epoll: %1").arg(qt_error_string()));
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Poller::collect);
}

Poller::~Poller()
{
    m_notifier.reset();
    ::close(m_descriptor);
}

bool Poller::watch(int descriptor, quint64 key, quint32 events)
{
    epoll_event event {};
    event.events = events;
    event.data.u64 = key;
    return ::epoll_ctl(m_descriptor, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void Poller::change(int descriptor, quint64 key, quint32 events)
{
    epoll_event event {};
    event.events = events;
    event.data.u64 = key;
    ::epoll_ctl(m_descriptor, EPOLL_CTL_MOD, descriptor, &event);
}

void Poller::collect()
{
    const int count = ::epoll_wait(m_descriptor, m_ready.data(), int(m_ready.size()), 0);
    if (count > 0)
        m_turn(std::span<const epoll_event>(m_ready.data(), size_t(count)));
}

} // namespace slipway::httpserver
