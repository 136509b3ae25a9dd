// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/diagnosis.h"
#include "shared/protocol/mergerequest.h"
#include "shared/protocol/remotereading.h"
#include "shared/protocol/stepview.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace slipway::protocol {

/// One batch as lists show it.
struct BatchSummary {
    BatchId id;
    PartitionKey partition;
    QString status;
    QString phase;
    std::chrono::milliseconds phaseAge { 0 };
    std::optional<MergeRequest> mergeRequest;
    int memberCount = 0;
    int attempt = 0;
    int rebases = 0;
    QString triggeredBy;
    std::optional<QString> failureCode;
    std::optional<QString> message;
    qint64 version = 0;
    Instant createdAt;
    Instant updatedAt;

    QJsonObject toJson() const;
    static std::optional<BatchSummary> fromJson(const QJsonObject &object);
    friend bool operator==(const BatchSummary &, const BatchSummary &) = default;
};

/// One request of a batch: the last word about its membership, and where it stands now.
struct BatchMember {
    OperationId operation;
    SubjectId subject;
    TargetKey target;
    QString kind; ///< bind or unbind
    QString requester;
    QString outcome;
    std::optional<Instant> outcomeAt;
    QString bindingStatus;
    StepView step;
    qint64 version = 0;
    std::optional<QString> failureCode;
    bool isWithdrawRequested = false;

    QJsonObject toJson() const;
    static std::optional<BatchMember> fromJson(const QJsonObject &object);
    friend bool operator==(const BatchMember &, const BatchMember &) = default;
};

/// One entry of a batch's history.
struct BatchPhase {
    Instant at;
    qint64 version = 0;
    std::optional<QString> fromStatus;
    QString toStatus;
    std::optional<QString> fromPhase;
    QString toPhase;
    QString cause;
    QString actor;
    std::optional<QString> detail;
    InstanceId instance;
    std::optional<qint64> lastedMs; ///< Nothing for the last one: it goes on, or is the end.

    QJsonObject toJson() const;
    static std::optional<BatchPhase> fromJson(const QJsonObject &object);
    friend bool operator==(const BatchPhase &, const BatchPhase &) = default;
};

/// One line of the ledger of calls to other systems. Without an outcome it is not known what became of it.
struct RemoteCall {
    qint64 id = 0;
    QString operation; ///< What was called, not a request.
    std::optional<QString> request;
    std::optional<Instant> sentAt;
    std::optional<Instant> answeredAt;
    std::optional<qint64> status;
    std::optional<QString> outcome;
    std::optional<QString> settledBy;
    std::optional<Instant> settledAt;
    qint64 attempt = 0;
    InstanceId instance;

    QJsonObject toJson() const;
    static std::optional<RemoteCall> fromJson(const QJsonObject &object);
    friend bool operator==(const RemoteCall &, const RemoteCall &) = default;
};

/// The page of one batch. Its JSON holds the fields of the summary beside its own.
struct BatchDetail {
    BatchSummary summary;
    QString branch;
    QString baseSha;
    QString headSha;
    QString validatedTree;
    QString mergeSha;
    std::vector<BatchMember> members;
    std::vector<BatchPhase> phases; ///< Oldest first.
    std::vector<RemoteCall> remoteCalls; ///< Newest first.
    std::optional<RemoteReading> remote; ///< Its merge request as last read; nothing when nobody recorded a read.
    std::optional<Diagnosis> diagnosis; ///< Nothing for a batch that is over.

    QJsonObject toJson() const;
    static std::optional<BatchDetail> fromJson(const QJsonObject &object);
    friend bool operator==(const BatchDetail &, const BatchDetail &) = default;
};

} // namespace slipway::protocol
