// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace slipway::protocol {

/// One thing that was read about what waits.
struct DiagnosisFact {
    QString name; ///< Stable, for machines.
    QString value;

    QJsonObject toJson() const;
    static std::optional<DiagnosisFact> fromJson(const QJsonObject &object);
    friend bool operator==(const DiagnosisFact &, const DiagnosisFact &) = default;
};

/// What may be done safely: a recovery action, or a deed outside of Slipway.
struct AdvisedAction {
    QString action; ///< An action's name or a deed's: OPEN_BATCH, ROTATE_TOKEN, FIX_RIGHT, …
    bool isOurs = true; ///< POST /ops/v1/actions knows it.
    std::optional<QString> targetType; ///< What it would be done to.
    std::optional<QString> targetId;
    QString text;

    QJsonObject toJson() const;
    static std::optional<AdvisedAction> fromJson(const QJsonObject &object);
    friend bool operator==(const AdvisedAction &, const AdvisedAction &) = default;
};

/// What must not be done here, and why.
struct BlockedAction {
    QString action;
    QString because;

    QJsonObject toJson() const;
    static std::optional<BlockedAction> fromJson(const QJsonObject &object);
    friend bool operator==(const BlockedAction &, const BlockedAction &) = default;
};

/// What happens without anybody.
struct NextAutomatic {
    QString what;
    std::optional<Instant> at; ///< Nothing: when what it waits for is over.

    QJsonObject toJson() const;
    static std::optional<NextAutomatic> fromJson(const QJsonObject &object);
    friend bool operator==(const NextAutomatic &, const NextAutomatic &) = default;
};

/// Why something waits, in the reader's language.
struct Diagnosis {
    QString code;
    QString stage;
    Instant since;
    QString sentence;
    std::vector<DiagnosisFact> facts;
    std::optional<NextAutomatic> nextAutomatic;
    std::vector<AdvisedAction> nextSafeActions;
    std::vector<BlockedAction> blockedActions;

    QJsonObject toJson() const;
    static std::optional<Diagnosis> fromJson(const QJsonObject &object);
    friend bool operator==(const Diagnosis &, const Diagnosis &) = default;
};

} // namespace slipway::protocol
