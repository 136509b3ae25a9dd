// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/dependency.h"

namespace slipway::outbound {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {
// All places taken is our own load, not the other side's word: worth asking again soon.
constexpr milliseconds crowdedWait { 1000 };
} // namespace

Dependency::Dependency(Settings settings, const Clock &clock)
    : m_settings(settings)
    , m_clock(clock)
    , m_bulkhead(settings.concurrentCalls)
    , m_breaker(settings.breaker, clock)
    , m_pause(settings.pause, clock)
{
}

Dependency::Pass Dependency::enter()
{
    Pass pass;
    if (const milliseconds left = m_pause.left(); left.count() > 0) {
        pass.m_wait = left;
        pass.m_reason = u"asked to be left alone for another %1 ms"_s.arg(left.count());
        return pass;
    }
    if (!m_bulkhead.enter(m_settings.patience)) {
        pass.m_wait = crowdedWait;
        pass.m_reason = u"all %1 places for calls are taken"_s.arg(m_settings.concurrentCalls);
        return pass;
    }
    const Breaker::Admission admission = m_breaker.admit();
    if (!admission.allowed) {
        m_bulkhead.leave();
        pass.m_wait = admission.wait;
        pass.m_reason = u"not called after repeated failures, next try in %1 ms"_s.arg(admission.wait.count());
        return pass;
    }
    pass.m_dependency = this;
    pass.m_generation = admission.generation;
    return pass;
}

Answer Dependency::perform(const Call &call)
{
    Pass pass = enter();
    if (!pass.isGranted()) {
        Answer answer;
        answer.problem = pass.reason();
        answer.wait = pass.wait();
        return answer;
    }
    Answer answer = HttpClient::forThisThread().perform(call);
    pass.judge(answer);
    return answer;
}

Dependency::Health Dependency::health() const
{
    Health health { m_breaker.snapshot(), std::nullopt, {} };
    if (const milliseconds left = m_pause.left(); left.count() > 0)
        health.pausedUntil = m_clock.now() + left;
    const std::lock_guard guard(m_lock);
    health.problem = m_problem;
    return health;
}

void Dependency::note(const QString &problem)
{
    const std::lock_guard guard(m_lock);
    m_problem = problem;
}

Dependency::Pass::~Pass()
{
    if (!m_dependency)
        return;
    if (!m_reported)
        m_dependency->m_breaker.abandoned(m_generation);
    m_dependency->m_bulkhead.leave();
}

void Dependency::Pass::swap(Pass &other) noexcept
{
    std::swap(m_dependency, other.m_dependency);
    std::swap(m_generation, other.m_generation);
    std::swap(m_reported, other.m_reported);
    std::swap(m_wait, other.m_wait);
    std::swap(m_reason, other.m_reason);
}

void Dependency::Pass::succeeded()
{
    if (std::exchange(m_reported, true))
        return;
    m_dependency->m_breaker.succeeded(m_generation);
    m_dependency->note({});
}

void Dependency::Pass::failed(const QString &problem)
{
    if (std::exchange(m_reported, true))
        return;
    m_dependency->m_breaker.failed(m_generation);
    m_dependency->note(problem);
}

void Dependency::Pass::throttled(std::optional<milliseconds> wait)
{
    m_dependency->m_pause.askedFor(wait);
    succeeded();
}

void Dependency::Pass::judge(const Answer &answer)
{
    const auto wait = answer.retryAfter();
    if (answer.transport != Answer::Transport::Answered) {
        failed(answer.problem);
    } else if (answer.status == 429) {
        throttled(wait);
    } else if (answer.status >= 500) {
        if (answer.status == 503 && wait)
            m_dependency->m_pause.askedFor(wait);
        failed(u"status %1"_s.arg(answer.status));
    } else {
        succeeded();
    }
}

} // namespace slipway::outbound
