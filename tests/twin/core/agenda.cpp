// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/agenda.h"

#include "tests/twin/core/log.h"
#include "tests/twin/core/refusal.h"

namespace slipway::twin {

namespace {

Task<void> atOnce(Agenda::Act act, QJsonObject with)
{
    act(with);
    co_return;
}

} // namespace

Agenda::Agenda(TwinClock &clock, Store &store)
    : m_clock(clock)
    , m_entries(store)
{
}

void Agenda::define(const QString &what, Act act)
{
    defineLengthy(what, [act = std::move(act)](QJsonObject with) { return atOnce(act, std::move(with)); });
}

void Agenda::defineLengthy(const QString &what, LengthyAct act) { m_acts.insert(what, std::move(act)); }

void Agenda::after(std::chrono::milliseconds delay, const QString &what, const QJsonObject &with)
{
    at(m_clock.now() + delay, what, with);
}

void Agenda::at(Instant due, const QString &what, const QJsonObject &with)
{
    auto entry = std::make_shared<Appointment>();
    entry->due = due;
    entry->what = what;
    entry->with = with;
    m_entries.add(entry);
    spawn(keep(entry));
}

void Agenda::resume()
{
    const QList<std::shared_ptr<Appointment>> left = m_entries.all();
    for (const std::shared_ptr<Appointment> &entry : left)
        spawn(keep(entry));
}

Task<void> Agenda::keep(std::shared_ptr<Appointment> entry)
{
    co_await m_clock.sleepUntil(entry->due);
    const LengthyAct act = m_acts.value(entry->what);
    if (act) {
        try {
            co_await act(entry->with);
        } catch (const Refusal &refusal) {
            qCInfo(logTwin, "%s was refused: %s", qPrintable(entry->what), refusal.body().constData());
        } catch (const std::exception &failure) {
            qCWarning(logTwin, "%s failed: %s", qPrintable(entry->what), failure.what());
        }
    }
    m_entries.remove(entry);
}

} // namespace slipway::twin
