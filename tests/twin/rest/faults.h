// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/responder.h"
#include "tests/twin/core/twinclock.h"
#include "tests/twin/store/shelf.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <optional>

namespace slipway::twin {

/// What a rule is compared with.
struct FaultSubject {
    QByteArray method;
    QString path;
    QString op;
    QString user;
    QString iid; ///< Empty where the route has none.
    QByteArray body;
};

/// One rule that fired.
struct Fault {
    enum class Phase : quint8 { Before, AfterEffect };
    QString id;
    Phase phase = Phase::Before;
    QString kind;
    QJsonObject settings;
};

/// One rule with its counters, which go on over a restart.
struct FaultRule {
    qint64 id = 0;
    QString name;
    QJsonObject json;
    QRegularExpression path;
    int skip = 0;
    int left = 1; ///< Negative: for ever.
    int hits = 0;
};

template <>
struct Stored<FaultRule> {
    static constexpr auto table = "faults";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &FaultRule::id },
        Kept { "name", &FaultRule::name },
        Kept { "json", &FaultRule::json },
        Kept { "path", &FaultRule::path },
        Kept { "skip", &FaultRule::skip },
        Kept { "left", &FaultRule::left },
        Kept { "hits", &FaultRule::hits },
        // clang-format on
    };
};

/// The rules that spoil requests. The first rule that matches is used; `skip` and `times` count its matches.
class Faults {
public:
    Faults(TwinClock &clock, Store &store);

    /// Refuses malformed rules with 400. A rule with a known id replaces it.
    QString add(const QJsonObject &json);
    bool remove(const QString &id);
    void clear();
    /// Ends the requests that a rule keeps hanging.
    void dropHanging();
    /// For a reset; the store forgets by itself.
    void reset();
    QJsonArray toJson() const;

    std::optional<Fault> take(const FaultSubject &subject);

    /// Answers in \a fault's way. \a reply is what would have been sent.
    Task<void> answer(Fault fault, httpserver::Responder responder, httpserver::Reply reply);

private:
    static bool matches(const FaultRule &rule, const FaultSubject &subject);

    TwinClock &m_clock;
    Shelf<FaultRule> m_rules;
    QList<httpserver::Responder> m_hanging; ///< Kept, because a responder that is destroyed answers.
};

} // namespace slipway::twin
