// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/session.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::console {
namespace {

constexpr auto longestPause = 30s;
/// With events, the clock is only the second line.
constexpr auto paceWithEvents = 30s;
/// Older than this is old news, even when the last answer was a good one.
constexpr auto oldNews = 20s;

} // namespace

Session::Session(QNetworkAccessManager &network, QObject *parent)
    : QObject(parent)
    , m_api(network)
    , m_events(m_api)
{
    m_next.setSingleShot(true);
    m_soon.setSingleShot(true);
    m_soon.setInterval(250ms);
    m_second.setInterval(1s);
    connect(&m_next, &QTimer::timeout, this, &Session::refresh);
    connect(&m_soon, &QTimer::timeout, this, &Session::refresh);
    connect(&m_second, &QTimer::timeout, this, &Session::watchAge);
    connect(&m_events, &EventStream::changed, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    connect(&m_events, &EventStream::liveChanged, this, [this] { plan(); });
}

Session::~Session()
{
    m_events.disconnect(this); // That they end is no news any more: the timers it would set go before them.
}

void Session::open(const Profile &profile, const QString &token)
{
    close();
    m_profile = profile;
    m_api.setService(profile, token);
    setState(State::Connecting);
    m_second.start();
    refresh();
    m_events.begin();
}

void Session::close()
{
    m_events.end();
    m_next.stop();
    m_soon.stop();
    m_second.stop();
    m_isAsking = false;
    m_failures = 0;
    m_account.clear();
    m_displayName.clear();
    m_overview = {};
    m_problem.clear();
    m_sinceSound.invalidate();
    Q_EMIT identityChanged();
    setState(State::Closed);
}

std::chrono::milliseconds Session::age() const
{
    return std::chrono::milliseconds(m_sinceSound.isValid() ? m_sinceSound.elapsed() : 0);
}

std::chrono::milliseconds Session::nextTry() const { return m_next.remainingTimeAsDuration(); }

QString Session::whyNoActions() const
{
    switch (m_state) {
    case State::Closed: return tr("No service is open.");
    case State::Connecting: return tr("The service has not answered yet.");
    case State::Stale: return tr("What you see is old. Nothing may be done until the service answers again.");
    case State::Fresh: break;
    }
    if (m_account.isEmpty())
        return tr("The service has not said yet who you are.");
    if (m_profile.isReadOnly)
        return tr("This profile is for looking only. Allow changes in the Session menu first.");
    return {};
}

void Session::setReadOnly(bool isReadOnly)
{
    m_profile.isReadOnly = isReadOnly;
    Q_EMIT stateChanged();
}

void Session::setPace(std::chrono::milliseconds pace)
{
    m_pace = pace;
    plan();
}

void Session::setLanguage(const QByteArray &tag)
{
    m_api.setLanguage(tag);
    refresh();
}

void Session::refresh()
{
    if (m_state == State::Closed || m_isAsking)
        return;
    m_isAsking = true;
    m_next.stop();
    if (m_account.isEmpty())
        askWhoWeAre();
    else
        askOverview();
}

void Session::askWhoWeAre()
{
    m_api.get(u"/api/v1/session"_s, this, [this](const Answer &answer) {
        if (!answer.isOk()) {
            fail(answer.message);
            return;
        }
        m_account = answer.object().value("identity"_L1).toString();
        m_displayName = answer.object().value("displayName"_L1).toString();
        Q_EMIT identityChanged();
        askOverview();
    });
}

void Session::askOverview()
{
    m_api.get(u"/ops/v1/overview"_s, this, [this](const Answer &answer) {
        if (!answer.isOk()) {
            fail(answer.message);
            return;
        }
        m_overview = answer.object();
        succeed();
        Q_EMIT overviewChanged();
        Q_EMIT refreshDue();
    });
}

void Session::succeed()
{
    m_isAsking = false;
    m_failures = 0;
    m_problem.clear();
    m_sinceSound.start();
    setState(State::Fresh);
    plan();
}

void Session::fail(const QString &problem)
{
    m_isAsking = false;
    ++m_failures;
    m_problem = problem;
    setState(m_sinceSound.isValid() ? State::Stale : State::Connecting);
    Q_EMIT stateChanged(); // The reason may be another one.
    plan();
}

void Session::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

void Session::plan()
{
    if (m_state == State::Closed || m_isAsking)
        return;
    if (m_failures > 0) {
        const auto pause = std::min<std::chrono::milliseconds>(1000ms * (1 << std::min(m_failures - 1, 5)), longestPause);
        m_next.start(pause + std::chrono::milliseconds(QRandomGenerator::global()->bounded(int(pause.count() / 4) + 1)));
        return;
    }
    if (m_pace.count() == 0)
        m_next.stop();
    else
        m_next.start(hasEvents() ? std::max<std::chrono::milliseconds>(m_pace, paceWithEvents) : m_pace);
}

void Session::watchAge()
{
    const auto limit = std::max<std::chrono::milliseconds>(oldNews, 3 * (hasEvents() ? paceWithEvents : m_pace));
    if (m_state == State::Fresh && age() > limit) {
        m_problem = tr("Nothing was read for a while.");
        setState(State::Stale);
    }
    Q_EMIT ageChanged();
}

} // namespace slipway::console
