// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/breaker.h"

#include <algorithm>

namespace slipway::outbound {

using std::chrono::milliseconds;

namespace {
// While somebody probes, the others look again soon: a probe usually answers within this time.
constexpr milliseconds probeInterval { 1000 };
} // namespace

Breaker::Breaker(Settings settings, const Clock &clock)
    : m_settings(settings)
    , m_clock(clock)
    , m_since(clock.now())
    , m_openFor(settings.openFor)
{
}

void Breaker::enter(State state)
{
    m_state = state;
    m_since = m_clock.now();
    m_probing = false;
    ++m_generation;
    if (state == State::Open)
        m_openUntil = m_clock.steady() + m_openFor;
}

Breaker::Admission Breaker::admit()
{
    const std::lock_guard guard(m_lock);
    if (m_state == State::Open) {
        const auto now = m_clock.steady();
        if (now < m_openUntil)
            return { false, 0, std::chrono::ceil<milliseconds>(m_openUntil - now) };
        enter(State::HalfOpen);
    }
    if (m_state == State::HalfOpen) {
        if (m_probing)
            return { false, 0, probeInterval };
        m_probing = true;
    }
    return { true, m_generation, milliseconds(0) };
}

void Breaker::succeeded(quint64 generation)
{
    const std::lock_guard guard(m_lock);
    if (generation != m_generation)
        return;
    m_failures = 0;
    m_openFor = m_settings.openFor;
    if (m_state != State::Closed)
        enter(State::Closed);
}

void Breaker::failed(quint64 generation)
{
    const std::lock_guard guard(m_lock);
    if (generation != m_generation)
        return;
    ++m_failures;
    if (m_state == State::HalfOpen) {
        m_openFor = std::min(m_openFor * 2, m_settings.openForAtMost);
        enter(State::Open);
    } else if (m_failures >= m_settings.failuresToOpen) {
        enter(State::Open);
    }
}

void Breaker::abandoned(quint64 generation)
{
    const std::lock_guard guard(m_lock);
    if (generation == m_generation)
        m_probing = false;
}

Breaker::Snapshot Breaker::snapshot() const
{
    const std::lock_guard guard(m_lock);
    Snapshot shot { m_state, m_since, std::nullopt, m_failures };
    if (m_state == State::Open) {
        const auto left = std::max(m_openUntil - m_clock.steady(), std::chrono::steady_clock::duration::zero());
        shot.nextTry = m_clock.now() + std::chrono::ceil<std::chrono::microseconds>(left);
    }
    return shot;
}

} // namespace slipway::outbound
