// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/http/ratelimiter.h"
#include "shared/clock.h"

#include <QHash>

#include <functional>
#include <optional>

namespace slipway::http {

/// A limit that holds for all instances together. This instance decides alone while it is within its share, max(1, ceil(limit / live
/// instances)), and tells the database of it afterwards; beyond that a counter row of the key and the window decides, which all instances
/// count up. When little is left, every decision is asked for; where there are fewer places than instances, each may still let one through.
/// Windows of rows stand at fixed times of the database's clock, while each instance never lets more through than the limit in
/// any window at all. Without the database the whole limit holds for each instance: a limit must not become an outage.
///
/// alone() and tell() may be called in an event loop; together() waits for the database. Thread-safe.
class FleetLimiter {
public:
    struct Surroundings {
        std::function<int()> liveInstances; ///< Empty, or below 1: only us.
        std::function<bool()> databaseIsThere; ///< Empty: it is not.
        const database::Settings *database = nullptr;
        /// Runs something off the event loop; false when it cannot.
        std::function<bool(std::function<void()>)> later;
    };
    struct Question {
        QString key; ///< Bucket and subject.
        int limit = 1;
        std::chrono::seconds window { 60 };
        bool isFleetWide = true;
    };
    using Decision = RateLimiter::Decision;

    /// \a clock outlives it.
    FleetLimiter(Surroundings surroundings, const Clock &clock);

    /// Nothing: the others have to be asked, with together(). No I/O.
    std::optional<Decision> alone(const Question &question);
    /// Blocks as long as the database does. Never throws.
    Decision together(const Question &question);

    size_t keys() const { return m_local.keys(); }

    /// Counter rows of windows that are over go; some at a time. Throws DatabaseError.
    static void forgetWindows(database::Connection &connection);

    /// Part of a limit that one of so many instances has for itself.
    static int shareOf(int limit, int instances);

private:
    struct Untold {
        Question question;
        int count = 0;
    };
    void tellLater(const Question &question);
    void tell();
    void tellOf(const Untold &untold);
    Decision askDatabase(const Question &question);
    int live() const;
    bool isTight(const QString &key);
    void noteTight(const QString &key, std::chrono::seconds left);
    std::optional<Untold> takeUntold(const QString &key);

    const Surroundings m_surroundings;
    const Clock &m_clock;
    RateLimiter m_local;
    std::mutex m_lock;
    QHash<QString, Untold> m_untold; ///< Under m_lock: decided alone, not yet in the database.
    bool m_isTelling = false; ///< Under m_lock.
    /// Under m_lock: until then so little is left that all instances at once might use it up twice; the database is asked each time.
    QHash<QString, RateLimiter::Time> m_tight;
};

} // namespace slipway::http
