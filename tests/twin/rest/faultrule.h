// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/router.h"
#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QHash>
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
    QString id; ///< The rule's.
    Phase phase = Phase::Before;
    QString kind;
    QJsonObject settings; ///< The rule's `do`.

    /// Whether the request goes on to its route although the rule fired before it.
    bool letsRequestPass() const;
};

/// How far a rule is.
struct FaultCounters {
    int skip = 0;
    int left = 1; ///< Negative: for ever.
    int hits = 0;
    int draws = 0; ///< How often chance has decided.

    bool operator==(const FaultCounters &) const = default;
};

template <>
struct Stored<FaultCounters> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "skip", &FaultCounters::skip },
        Kept { "left", &FaultCounters::left },
        Kept { "hits", &FaultCounters::hits },
        Kept { "draws", &FaultCounters::draws },
        // clang-format on
    };
};

/// One rule: whom it hits, when, how often, and with what.
class FaultRule {
public:
    /// Refuses a malformed rule with 400. \a operations: the names that may be matched; empty accepts any.
    FaultRule(const QJsonObject &json, const QStringList &operations);

    /// As they are at the start.
    const FaultCounters &counters() const { return m_counters; }
    /// Counts a match; the fault when this one is to be hit.
    std::optional<Fault> take(const FaultSubject &subject, Instant now, FaultCounters &counters);

private:
    /// What is left of a user's allowance.
    struct Bucket {
        double tokens = 0;
        Instant filledAt {};
    };
    void readMatch(class StrictObject match, const QStringList &operations);
    void readDeed(class StrictObject deed, const QString &phase);
    bool matches(const FaultSubject &subject) const;
    /// How long until the user has a token again; nothing when there was one.
    std::optional<double> secondsWithoutToken(const QString &user, Instant now);

    QJsonObject m_deed;
    QJsonObject m_match;
    QRegularExpression m_path;
    QString m_kind;
    Fault::Phase m_phase = Fault::Phase::Before;
    FaultCounters m_counters;
    double m_probability = 1;
    int m_seed = 0;
    qint64 m_bucketSize = 0; ///< 0: no bucket, each match is hit.
    double m_tokensPerSecond = 1;
    QHash<QString, Bucket> m_buckets;
};

} // namespace slipway::twin
