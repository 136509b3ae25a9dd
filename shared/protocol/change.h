// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/mergerequest.h"
#include "shared/protocol/stepview.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace slipway::protocol {

/// The first answer to a submission: the attempt as it began.
struct Accepted {
    OperationId operation;
    QString bindingStatus;
    StepView step;
    qint64 version = 0;

    QJsonObject toJson() const;
    static std::optional<Accepted> fromJson(const QJsonObject &object);
    friend bool operator==(const Accepted &, const Accepted &) = default;
};

/// One request as lists show it.
struct ChangeSummary {
    OperationId operation;
    QString requester;
    SubjectId subject;
    TargetKey target;
    QString kind; ///< bind or unbind
    QJsonObject parameters;
    QString reason;
    std::optional<Instant> expiresAt;
    QString flow;
    QString bindingStatus;
    StepView step;
    std::optional<BatchId> batch;
    qint64 version = 0;
    Instant createdAt;
    Instant updatedAt;

    QJsonObject toJson() const;
    static std::optional<ChangeSummary> fromJson(const QJsonObject &object);
    friend bool operator==(const ChangeSummary &, const ChangeSummary &) = default;
};

/// What the person in front of the page should do, in the reader's language.
struct Guidance {
    QString action; ///< WAIT, CONTACT_MAINTAINERS, RESUBMIT, DECIDE, DONE
    QString text;
    std::optional<QString> waitingFor; ///< A stable word for machines.
    Instant since;
    std::optional<Instant> nextCheckAt;
    std::optional<int> queuePosition; ///< 1 is next.

    QJsonObject toJson() const;
    static std::optional<Guidance> fromJson(const QJsonObject &object);
    friend bool operator==(const Guidance &, const Guidance &) = default;
};

/// One thing that happened to a request. The first comes from nowhere.
struct TimelineEntry {
    Instant at;
    QString cause;
    std::optional<StepView> fromStep;
    StepView toStep;
    std::optional<QString> fromStatus;
    QString toStatus;
    QString text;

    QJsonObject toJson() const;
    static std::optional<TimelineEntry> fromJson(const QJsonObject &object);
    friend bool operator==(const TimelineEntry &, const TimelineEntry &) = default;
};

/// The page of one request. Its JSON holds the fields of the summary beside its own.
struct Change {
    ChangeSummary summary;
    Guidance guidance;
    std::optional<MergeRequest> mergeRequest;
    std::vector<TimelineEntry> timeline; ///< Oldest first.

    QJsonObject toJson() const;
    static std::optional<Change> fromJson(const QJsonObject &object);
    friend bool operator==(const Change &, const Change &) = default;
};

} // namespace slipway::protocol
