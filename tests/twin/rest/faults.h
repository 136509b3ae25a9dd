// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/core/twinclock.h"
#include "tests/twin/rest/faultrule.h"
#include "tests/twin/store/shelf.h"

#include <QJsonArray>

#include <memory>

namespace slipway::twin {

/// One rule with its counters, which go on over a restart.
struct ArmedFault {
    qint64 id = 0;
    QString name;
    QJsonObject json;
    FaultCounters counters;
    std::shared_ptr<FaultRule> rule; ///< What the JSON says, understood; made when it is first needed.
};

template <>
struct Stored<ArmedFault> {
    static constexpr auto table = "faults";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &ArmedFault::id },
        Kept { "name", &ArmedFault::name },
        Kept { "json", &ArmedFault::json },
        Kept { "counters", &ArmedFault::counters },
        NotKept { &ArmedFault::rule },
        // clang-format on
    };
};

/// The rules that spoil requests. The first rule that matches and is due is used; `skip` and `times` count its matches.
class Faults {
public:
    Faults(TwinClock &clock, Store &store);

    /// Refuses malformed rules with 400. A rule with a known id replaces it.
    QString add(const QJsonObject &json);
    bool remove(const QString &id);
    /// Forgets all rules and ends the connections that hang.
    void clear();
    /// Ends the requests that a rule keeps hanging.
    void dropHanging();
    /// For a reset; the store forgets by itself.
    void reset();
    QJsonArray toJson() const;
    /// The names rules may match; empty accepts any.
    void setOperations(const QStringList &names) { m_operations = names; }

    std::optional<Fault> take(const FaultSubject &subject);

    /// Answers in \a fault's way. \a reply is what would have been sent. Returns the status that was sent, 0 for none.
    Task<int> answer(Fault fault, httpserver::RequestPtr request, httpserver::Responder responder, httpserver::Reply reply);

private:
    Task<void> trickle(Fault fault, httpserver::Responder responder, httpserver::Reply reply);

    TwinClock &m_clock;
    Shelf<ArmedFault> m_rules;
    QStringList m_operations;
    QList<httpserver::Responder> m_hanging; ///< Kept, because a responder that is destroyed answers.
};

} // namespace slipway::twin
