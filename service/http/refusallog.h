// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/exchange.h"
#include "shared/clock.h"
#include "shared/error.h"

#include <QHash>
#include <QObject>

#include <mutex>

namespace slipway::http {

/// What the log says of those who are turned away: one line each with its detail, until many of one kind come within a
/// second. The rest of that second is counted and told in one line, "… and 812 more". A kind is everything that can be
/// said of a refusal but its trace id: route, place, code and detail (with the masked subject or the address), so
/// nothing about who it was gets lost. When too many kinds come, as from a thousand addresses at once, those that came
/// last share a line per route, place and code.
///
/// Because a flood of refusals would cost more than the answers it is made of, and the journal, which takes ten thousand
/// lines in thirty seconds, would then drop other lines than these. The metrics count each one all the same.
///
/// Thread-safe; belongs to a thread with an event loop, which tells what is left when the flood is over.
class RefusalLog : public QObject {
    Q_OBJECT
public:
    static constexpr int linesOfAKind = 10;
    static constexpr int mostKinds = 500;
    static constexpr std::chrono::seconds window { 1 };

    /// \a clock outlives it.
    explicit RefusalLog(const Clock &clock);
    ~RefusalLog() override;

    /// \a exchange stands at the place that turned it away. Route and place are literals of the tables.
    void note(const Exchange &exchange, const Error &error);

    /// Tells what was only counted, if its second is over.
    void tellRest();

private:
    struct Kind {
        const char *route;
        std::string_view place;
        Code code;
        QString detail; ///< Empty: of all details that found no room.
        bool operator==(const Kind &) const = default;
        friend size_t qHash(const Kind &kind, size_t seed = 0)
        {
            return qHashMulti(seed, kind.route, kind.place.data(), int(kind.code), kind.detail);
        }
    };
    using Counts = QHash<Kind, int>;

    bool isToldAlone(Kind kind);
    Counts takeIfOver();
    void tell(const Counts &counts) const;

    const Clock &m_clock;
    std::mutex m_lock;
    Counts m_counts; ///< Of this window; under m_lock.
    std::chrono::steady_clock::time_point m_until; ///< Under m_lock.
    bool m_isWaiting = false; ///< The thread will come and tell the rest. Under m_lock.
};

} // namespace slipway::http
