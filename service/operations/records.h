// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/operations/operationsstore.h"
#include "shared/protocol/records.h"

#include <vector>

/// The lists beside requests and batches, already as the interface shows them. Nothing here writes.
namespace slipway::operations {

struct BindingFilter {
    std::optional<QString> subject, target;
    std::optional<Instant> liveAt; ///< What the repository held then; nothing: every relation as it stands.
    std::optional<QStringList> after;
    int limit = 50;
};
/// By subject and target, one more than the limit; so are the others.
std::vector<protocol::BindingView> bindingsPage(database::Connection &connection, const BindingFilter &filter);

struct ApprovalFilter {
    std::optional<int> state;
    std::optional<QString> operation;
    std::optional<QStringList> after;
    int limit = 50;
};
/// Newest first.
std::vector<protocol::ApprovalView> approvalsPage(database::Connection &connection, const ApprovalFilter &filter);
/// In the order of approval.state.
QStringList approvalStates();

struct CardFilter {
    std::optional<QString> state, examineId;
    qint64 before = std::numeric_limits<qint64>::max();
    int limit = 50;
};
/// Newest first.
std::vector<protocol::CardView> cardsPage(database::Connection &connection, const CardFilter &filter);

struct FindingFilter {
    std::optional<QString> code;
    std::optional<bool> isOpen;
    qint64 before = std::numeric_limits<qint64>::max();
    int limit = 50;
};
/// Newest first.
std::vector<protocol::FindingView> findingsPage(database::Connection &connection, const FindingFilter &filter);

struct AuditFilter {
    std::optional<QString> actor, action, subjectKind, subjectRef;
    std::optional<Instant> since, until;
    qint64 before = std::numeric_limits<qint64>::max();
    int limit = 50;
};
/// Newest first.
std::vector<protocol::AuditView> auditPage(database::Connection &connection, const AuditFilter &filter);

} // namespace slipway::operations
