// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

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
    QString key;
    QString operationId;
    QJsonObject request; ///< As it was posted; a repeat must be equal.
    QString state = QStringLiteral("pending");
    int version = 1; ///< Grows with each change.
    QList<ApprovalDecision> decisions;
    Instant createdAt {};
};

using ApprovalRequestPtr = std::shared_ptr<ApprovalRequest>;

} // namespace slipway::twin
