// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/change.h"
#include "shared/protocol/diagnosis.h"
#include "shared/protocol/remotereading.h"

namespace slipway::protocol {

/// One request as maintainers see it in lists. Its JSON holds the fields of the change beside its own.
struct OperationSummary {
    ChangeSummary change;
    PartitionKey partition;
    std::optional<qint64> mergeRequestIid;
    std::optional<QString> failureCode;
    bool ownsBinding = true; ///< False: a later attempt took the row over.
    std::optional<Diagnosis> diagnosis; ///< Nothing for what is over.

    QJsonObject toJson() const;
    static std::optional<OperationSummary> fromJson(const QJsonObject &object);
    friend bool operator==(const OperationSummary &, const OperationSummary &) = default;
};

/// One line of everything that happened to a request, wherever it was written down.
struct TimelineItem {
    Instant at;
    QString source; ///< HISTORY, CALLBACK, DEPLOY, REMOTE, TASK, APPROVAL, VOTE, BATCH, AUDIT
    QString what; ///< The event, the call, the action.
    std::optional<QString> outcome;
    std::optional<QString> actor;
    std::optional<QString> detail;
    std::optional<StepView> fromStep; ///< HISTORY only.
    std::optional<StepView> toStep;
    std::optional<QString> toStatus;

    QJsonObject toJson() const;
    static std::optional<TimelineItem> fromJson(const QJsonObject &object);
    friend bool operator==(const TimelineItem &, const TimelineItem &) = default;
};

/// The page of one request. Its JSON holds the fields of the summary beside its own.
struct OperationDetail {
    OperationSummary summary;
    std::optional<MergeRequest> mergeRequest;
    QString branch;
    QString baseSha;
    QString headSha;
    QString mergeSha;
    std::optional<QString> failureDetail;
    std::optional<RemoteReading> remote; ///< As last read; nothing when nobody recorded a read.
    std::vector<TimelineItem> timeline; ///< Oldest first.

    QJsonObject toJson() const;
    static std::optional<OperationDetail> fromJson(const QJsonObject &object);
    friend bool operator==(const OperationDetail &, const OperationDetail &) = default;
};

/// One thing that waits for a person.
struct AttentionItem {
    QString kind; ///< operation, batch, partition, finding, forge, key, action
    QString id;
    QString title; ///< For people: what it is about.
    Instant since;
    qint64 version = 0; ///< To send with an action; 0 where there is none.
    std::optional<Diagnosis>
        diagnosis; ///< Nothing for findings and for actions that await a second person: their title says it.

    QJsonObject toJson() const;
    static std::optional<AttentionItem> fromJson(const QJsonObject &object);
    friend bool operator==(const AttentionItem &, const AttentionItem &) = default;
};

} // namespace slipway::protocol
