// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace slipway::protocol {

struct PipelineView {
    qint64 id = 0;
    QString sha;
    QString status; ///< GitLab's word.
    QString source;
    QString ref;

    QJsonObject toJson() const;
    static std::optional<PipelineView> fromJson(const QJsonObject &object);
    friend bool operator==(const PipelineView &, const PipelineView &) = default;
};

/// One bot's approval of the merge request. Nothing known about it: it could not be read.
struct BotApproval {
    QString bot;
    std::optional<bool> hasApproved;
    std::optional<bool> mayApprove;

    QJsonObject toJson() const;
    static std::optional<BotApproval> fromJson(const QJsonObject &object);
    friend bool operator==(const BotApproval &, const BotApproval &) = default;
};

/// A merge request, its pipelines and its approvals, as somebody read them at one time: each fact by itself, because GitLab's one word
/// for all of them shows one reason and hides the others.
struct RemoteReading {
    std::optional<MergeRequestIid> mergeRequest;
    QString state; ///< opened, closed, locked, merged, absent
    QString detailedStatus;
    bool hasConflicts = false;
    QString head;
    QString mergeCommit;
    QString by; ///< Who merged or closed it.
    QString targetHead;
    bool isTargetMoved = false; ///< The target branch is no longer where the merge request was built on.
    std::vector<PipelineView> pipelines; ///< Newest first.
    QStringList approvedBy;
    std::vector<BotApproval> bots;
    std::optional<Instant> readAt;
    QString readBy;

    QJsonObject toJson() const;
    static std::optional<RemoteReading> fromJson(const QJsonObject &object);
    friend bool operator==(const RemoteReading &, const RemoteReading &) = default;
};

} // namespace slipway::protocol
