// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

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
    QString text; ///< For maintainers.
    std::optional<std::chrono::milliseconds> retryAfter;
};

/// The external approval system over HTTP. Sends at most once per call and decides nothing. Blocks; for worker threads.
class ApprovalSystem {
public:
    ApprovalSystem(QUrl url, QString secret, std::chrono::milliseconds deadline);

    Sent send(const Form &form) const;
    /// Nothing: it knows no such form. Throws Error(Unavailable) when it cannot be asked.
    std::optional<FormState> ask(const OperationId &operation) const;

private:
    QUrl m_url;
    QString m_secret;
    std::chrono::milliseconds m_deadline;
};

} // namespace slipway::approval
