// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/responder.h"
#include "tests/twin/core/twinclock.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <optional>
#include <vector>

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

/// The rules that spoil requests. The first rule that matches is used; `skip` and `times` count its matches.
class Faults {
public:
    explicit Faults(TwinClock &clock);

    /// Refuses malformed rules with 400. A rule with a known id replaces it.
    QString add(const QJsonObject &json);
    bool remove(const QString &id);
    void clear();
    QJsonArray toJson() const;

    std::optional<Fault> take(const FaultSubject &subject);

    /// Answers in \a fault's way. \a reply is what would have been sent.
    Task<void> answer(Fault fault, httpserver::Responder responder, httpserver::Reply reply);

private:
    struct Rule {
        QJsonObject json;
        QRegularExpression path;
        int skip = 0;
        int left = 1; ///< Negative: for ever.
        int hits = 0;
    };
    static bool matches(const Rule &rule, const FaultSubject &subject);

    TwinClock &m_clock;
    std::vector<Rule> m_rules;
    QList<httpserver::Responder> m_hanging; ///< Kept, because a responder that is destroyed answers.
    int m_lastId = 0;
};

} // namespace slipway::twin
