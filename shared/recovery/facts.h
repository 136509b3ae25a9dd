// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/workflow/batch.h"
#include "shared/workflow/flow.h"

#include <QString>
#include <QStringList>

#include <optional>

/// What a diagnosis is made of: everything was read before, from the database and from this process's own memory. Times are the
/// database's, compared by it, so that two instances say the same.
namespace slipway::recovery {

/// The durable task that moves it.
struct TaskFacts {
    Instant dueAt;
    int reads = 0; ///< Polls of the present wait.
    int attempts = 0; ///< Failed tries in a row.
    QString why; ///< The visible reason of its last wait.
    bool isLeased = false; ///< Somebody works on it, or did when it died.
    QString owner;
    std::optional<Instant> leaseUntil;
    bool isOwnerAlive = true;
    bool isAbandoned = false; ///< Due, or its lease over, for so long that nobody seems to take it up.
};

/// The merge request as somebody read it last; absent when nobody recorded a read.
struct RemoteFacts {
    Instant readAt;
    QString state; ///< opened, closed, locked, merged; empty when the forge could not be read.
    QString detailedStatus;
    QString head;
    QString mergeCommit;
    QString by; ///< Who merged or closed it.
    QString pipeline; ///< "pipeline 812: running", for people.
    QStringList approvedBy;
    std::optional<bool> bothApproved;
};

/// How the forge looks from here.
struct ForgeFacts {
    bool isAway = false;
    std::optional<Instant> since;
    std::optional<Instant> nextTry;
    QStringList refusedBots;
};

/// Where it would be batched, and the gate before the merge.
struct PartitionFacts {
    PartitionKey key;
    QString mode = QStringLiteral("OPEN");
    QString reason;
    QString changedBy;
    std::optional<Instant> since;
    bool isFrozen = false;
    std::optional<BatchId> slotHolder;
    QString slotStanding; ///< "RUNNING, PIPELINE"
    std::optional<Instant> slotSince;
    QString gateOwner; ///< Empty while nobody holds the merge gate.
    std::optional<Instant> nextRound; ///< When the linger of the oldest waiting request is over.

    bool isClosed() const { return mode != QLatin1StringView("OPEN") || isFrozen; }
};

struct BudgetFacts {
    std::chrono::milliseconds allowed { 0 };
    bool isSpent = false;
};

/// One batch that is not final, or a failed one that somebody merged afterwards.
struct BatchFacts {
    BatchId id;
    workflow::BatchStatus status = workflow::BatchStatus::Running;
    workflow::Phase phase = workflow::Phase::Claimed;
    std::optional<workflow::Pair> members; ///< Where its members stand.
    Instant since; ///< Of status and phase.
    std::optional<MergeRequestIid> mergeRequest;
    QString failureCode;
    QString message;
    QString blockedBy; ///< The person, or empty for the service itself.
    bool isFoundMerged = false; ///< A finding says that it was merged although it had failed.
    PartitionFacts partition;
    std::optional<TaskFacts> task;
    std::optional<RemoteFacts> remote;
    ForgeFacts forge;
    BudgetFacts budget;
};

struct DeployFacts {
    bool hasLaterDeploy = false; ///< A deploy that certainly contains it succeeded.
    std::optional<Instant> giveUpAt; ///< reconcile.maxAge is over then.
};

/// One request.
struct OperationFacts {
    OperationId id;
    workflow::Pair pair;
    workflow::Flow flow = workflow::Flow::Batched;
    Instant since; ///< Of the pair.
    bool ownsBinding = true;
    bool isApproved = false;
    bool isWithdrawRequested = false;
    bool isQuarantined = false;
    bool isTreeMismatch = false; ///< A finding says that what landed is not what was validated; for a request of its own.
    std::optional<MergeRequestIid> mergeRequest;
    QString failureCode;
    QString failureDetail;
    QString approvalId; ///< Of the open form; empty where there is none of ours.
    std::optional<int> place; ///< In line; 1 is next.
    std::optional<BatchFacts> batch; ///< The one it is or was in.
    PartitionFacts partition;
    std::optional<TaskFacts> task;
    std::optional<RemoteFacts> remote;
    ForgeFacts forge;
    BudgetFacts budget;
    DeployFacts deploy;

    bool isInActiveBatch() const { return batch && workflow::holdsSlot(batch->status); }
};

} // namespace slipway::recovery
