// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/chaos.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

constexpr auto betweenInstances = 5s;
constexpr auto betweenDatabases = 7s; // Not a multiple of the other: they are to meet at ever different moments.
constexpr int mostDatabaseDeaths = 3;

} // namespace

Chaos::Chaos(Stack &stack)
    : m_stack(stack)
{
    m_instances.setInterval(betweenInstances);
    m_database.setInterval(betweenDatabases);
    QObject::connect(&m_instances, &QTimer::timeout, &m_instances, [this] { killInstance(); });
    QObject::connect(&m_database, &QTimer::timeout, &m_database, [this] { killDatabase(); });
}

void Chaos::begin()
{
    m_instances.start();
    m_database.start();
}

void Chaos::end()
{
    m_instances.stop();
    m_database.stop();
    for (int instance = 0; instance < m_stack.instances(); ++instance)
        m_stack.awaitInstance(instance);
}

void Chaos::killInstance()
{
    const int instance = m_instanceDeaths++ % m_stack.instances();
    Process &victim = m_stack.service(instance);
    if (!victim.isRunning())
        m_ownEnds.append(u"instance %1 ended with %2"_s.arg(instance + 1).arg(victim.terminate()));
    victim.kill();
    m_stack.launchInstance(instance);
}

void Chaos::killDatabase()
{
    if (m_stack.database().crash() && ++m_databaseDeaths == mostDatabaseDeaths)
        m_database.stop();
}

} // namespace slipway::support
