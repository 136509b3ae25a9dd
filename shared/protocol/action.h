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
    bool needsSecond = false; ///< Another person has to confirm it before it is done.

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

/// One action as lists show it.
struct ActionSummary {
    QString actionId;
    QString action;
    QString state;
    std::optional<QString> bulkId;
    QString reason;
    QString requestedBy;
    std::optional<QString> confirmedBy; ///< Or who rejected it.
    std::optional<Instant> expiresAt; ///< While it awaits a second person.
    qint64 version = 0;
    Instant createdAt;
    Instant updatedAt;

    QJsonObject toJson() const;
    static std::optional<ActionSummary> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionSummary &, const ActionSummary &) = default;
};

/// The page of one action. Its JSON holds the fields of the summary beside its own.
struct ActionDetail {
    ActionSummary summary;
    QString planHash;
    QJsonObject parameters; ///< Masked.
    std::vector<ActionItem> plan;
    std::vector<ActionResult> results; ///< Those that are known by now.

    QJsonObject toJson() const;
    static std::optional<ActionDetail> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionDetail &, const ActionDetail &) = default;
};

/// The answer to an execution.
struct ActionAnswer {
    QString actionId;
    QString state; ///< RUNNING until its outcome was written; then DONE or FAILED. AWAITING_SECOND, REJECTED, EXPIRED.
    QString planHash;
    std::vector<ActionResult> items; ///< Empty while it runs.

    QJsonObject toJson() const;
    static std::optional<ActionAnswer> fromJson(const QJsonObject &object);
    friend bool operator==(const ActionAnswer &, const ActionAnswer &) = default;
};

} // namespace slipway::protocol
