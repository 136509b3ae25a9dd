// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"

#include <QJsonObject>
#include <QString>
#include <QUrl>

#include <chrono>
#include <optional>

namespace slipway::approval {

/// What we ask an approver to decide upon. The same operation always asks with the same body, so that a repetition is recognised.
struct Form {
    OperationId operation;
    QString subject;
    QString target;
    QString title;
    QString reason;
    QString requester;
    QStringList approvers;
    QString expiresAt; ///< ISO, or empty.
    std::optional<MergeRequestIid> mergeRequest; ///< Already open: the answer comes back with its number.
    QJsonObject toJson() const;
};

/// What the approval system says about one form.
struct FormState {
    QString state; ///< pending, approved, rejected, withdrawn, expired.
    QString decidedBy;
};

/// How sending a form ended.
struct Sent {
    enum class Kind : quint8 {
        Accepted,
        Refused, ///< The approval system said no, and would again.
        Unknown, ///< The answer was lost: ask before sending again.
        NotSent
    };
    Kind kind = Kind::NotSent;
    QString text; ///< The other side's words, for maintainers.
    std::optional<std::chrono::milliseconds> retryAfter;
};

/// The external approval system over HTTP, behind the guards all threads share (breaker, places, the pause it asked for). Sends at most
/// once per call and decides nothing. Blocks; for worker threads.
class ApprovalSystem {
public:
    ApprovalSystem(QUrl url, QString secret, std::chrono::milliseconds deadline, outbound::Dependency &dependency);
    /// As configured now.
    static ApprovalSystem of(const Services &services);

    Sent send(const Form &form) const;
    /// Takes an open form back.
    Sent cancel(const OperationId &operation) const;
    /// Nothing: it knows no such form. Throws Error(Unavailable) when it cannot be asked.
    std::optional<FormState> ask(const OperationId &operation) const;

private:
    Sent post(const char *operation, const QString &path, const QJsonObject &body) const;

    QUrl m_url;
    QString m_secret;
    std::chrono::milliseconds m_deadline;
    outbound::Dependency *m_dependency;
};

} // namespace slipway::approval
