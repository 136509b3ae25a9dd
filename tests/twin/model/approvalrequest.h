// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QJsonObject>
#include <QString>

#include <memory>

namespace slipway::twin {

struct ApprovalDecision {
    QString user;
    QString decision;
    QString comment;
    Instant at {};
};

/// One question to the approvers, as the approval system keeps it.
struct ApprovalRequest {
    qint64 id = 0;
    QString key;
    QString operationId;
    QJsonObject request; ///< As it was posted; a repeat must be equal.
    QString state = QStringLiteral("pending");
    int version = 1; ///< Grows with each change.
    QList<ApprovalDecision> decisions;
    Instant createdAt {};
};

template <>
struct Stored<ApprovalDecision> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "user", &ApprovalDecision::user },
        Kept { "decision", &ApprovalDecision::decision },
        Kept { "comment", &ApprovalDecision::comment },
        Kept { "at", &ApprovalDecision::at },
        // clang-format on
    };
};

template <>
struct Stored<ApprovalRequest> {
    static constexpr auto table = "approvals";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &ApprovalRequest::id },
        Kept { "key", &ApprovalRequest::key },
        Kept { "operation_id", &ApprovalRequest::operationId },
        Kept { "request", &ApprovalRequest::request },
        Kept { "state", &ApprovalRequest::state },
        Kept { "version", &ApprovalRequest::version },
        Kept { "decisions", &ApprovalRequest::decisions },
        Kept { "created_at", &ApprovalRequest::createdAt },
        // clang-format on
    };
};

using ApprovalRequestPtr = std::shared_ptr<ApprovalRequest>;

} // namespace slipway::twin
