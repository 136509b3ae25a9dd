// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/sharedpause.h"

#include <QRandomGenerator>

#include <algorithm>

namespace slipway::outbound {

using std::chrono::milliseconds;

SharedPause::SharedPause(Limits limits, const Clock &clock)
    : m_limits(limits)
    , m_clock(clock)
    , m_until(clock.steady())
{
}

milliseconds SharedPause::askedFor(std::optional<milliseconds> wait)
{
    const milliseconds named =
        wait.value_or(m_limits.unnamed + milliseconds(QRandomGenerator::global()->bounded(int(m_limits.jitter.count()) + 1)));
    const auto now = m_clock.steady();
    const std::lock_guard guard(m_lock);
    m_until = std::max(m_until, now + std::clamp(named, m_limits.floor, std::max(m_limits.floor, m_limits.cap)));
    return std::chrono::ceil<milliseconds>(m_until - now);
}

milliseconds SharedPause::left() const
{
    const auto now = m_clock.steady();
    const std::lock_guard guard(m_lock);
    return m_until > now ? std::chrono::ceil<milliseconds>(m_until - now) : milliseconds(0);
}

} // namespace slipway::outbound
