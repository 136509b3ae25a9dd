// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/core/twinclock.h"
#include "tests/twin/store/shelf.h"

#include <QHash>

namespace slipway::twin {

/// One thing that will happen by itself.
struct Appointment {
    qint64 id = 0;
    Instant due {};
    QString what;
    QJsonObject with;
};

template <>
struct Stored<Appointment> {
    static constexpr auto table = "agenda";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Appointment::id },
        Kept { "due", &Appointment::due },
        Kept { "what", &Appointment::what },
        Kept { "with", &Appointment::with },
        // clang-format on
    };
};

/// What will happen by itself, and when: every delay that must survive a restart. An entry is removed together with the
/// last change its act makes (Store writes them in one transaction), so an act that was interrupted while it waited for
/// git or the network runs again at the next start and must stand that; one that never waits happens exactly once.
class Agenda {
public:
    using Act = std::function<void(const QJsonObject &with)>;
    using LengthyAct = std::function<Task<void>(QJsonObject with)>;

    Agenda(TwinClock &clock, Store &store);

    /// Says what an entry of that name does. Each name once, before resume().
    void define(const QString &what, Act act);
    void defineLengthy(const QString &what, LengthyAct act);

    /// With a delay that is not positive it happens at once, before this returns (until its first wait).
    void after(std::chrono::milliseconds delay, const QString &what, const QJsonObject &with);
    void at(Instant due, const QString &what, const QJsonObject &with);
    /// After the start: waits for what an earlier run left; what fell due meanwhile happens now.
    void resume();
    /// For a reset; the clock has cancelled those who wait.
    void clear() { m_entries.clear(); }

private:
    Task<void> keep(std::shared_ptr<Appointment> entry);

    TwinClock &m_clock;
    Shelf<Appointment> m_entries;
    QHash<QString, LengthyAct> m_acts;
};

} // namespace slipway::twin
