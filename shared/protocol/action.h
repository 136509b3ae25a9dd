// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace slipway::protocol {

/// What an action would do to one of its targets.
struct ActionItem {
    QString type; ///< batch, operation, partition, approval, action
    QString id;
    QString outcome; ///< WOULD_DO, ALREADY_FINE, REFUSED, PREEMPTED
    std::optional<QString> code; ///< Why, for machines.
    QString text;
    QJsonObject before;
    QJsonObject after;
    std::vector<QString> guards; ///< What must still hold when it is done.
    std::vector<QString> writes;
    std::vector<QString> remoteCalls;
    bool isIrreversible = false;

    QJsonObject toJson() const;
    static std::optional<ActionItem> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionItem &, const ActionItem &) = default;
};

/// The answer to a preview, and to an execution whose plan no longer holds.
struct ActionPlan {
    QString planHash; ///< What an execution must send back.
    std::vector<ActionItem> items;

    QJsonObject toJson() const;
    static std::optional<ActionPlan> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionPlan &, const ActionPlan &) = default;
};

/// What an action came to at one of its targets.
struct ActionResult {
    QString type;
    QString id;
    QString outcome; ///< DONE, STARTED, ALREADY_FINE, REFUSED, PREEMPTED, FAILED, AWAITING_SECOND
    std::optional<QString> code;
    QString text;
    std::optional<BatchId> batch; ///< The one it began, or that was in the way.

    QJsonObject toJson() const;
    static std::optional<ActionResult> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionResult &, const ActionResult &) = default;
};

/// The answer to an execution.
struct ActionAnswer {
    QString actionId;
    QString state; ///< RUNNING until its outcome was written; then DONE or FAILED.
    QString planHash;
    std::vector<ActionResult> items; ///< Empty while it runs.

    QJsonObject toJson() const;
    static std::optional<ActionAnswer> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionAnswer &, const ActionAnswer &) = default;
};

} // namespace slipway::protocol
