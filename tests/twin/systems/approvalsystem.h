// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/world.h"

namespace slipway::twin {

struct Twin;

/// The approval system beside the code host: keeps questions, takes decisions from people (the admin API, or a policy
/// that decides by itself) and tells the service by callback. The stored state is the truth; the callback is a hint.
class ApprovalSystem {
public:
    explicit ApprovalSystem(Twin &twin);
    void reset();

    /// How a question was taken.
    enum class Asked : quint8 { Created, Repeated };
    /// Refuses with 400 without key or operation id and 409 for another body under the same key.
    std::pair<ApprovalRequestPtr, Asked> ask(const QJsonObject &body, qint64 request);
    ApprovalRequestPtr find(const QString &key) const;
    /// Withdraws a pending question, silently; a decided one stays as it is.
    void cancel(const ApprovalRequestPtr &approval, qint64 request);

    struct Verdict {
        QString decision; ///< approved, rejected, withdrawn, expired
        QString approver;
        QString comment;
        bool force = false;
        bool callback = true;
    };
    /// 400 for an unknown word; 409 when it is decided, unless forced.
    void decide(const ApprovalRequestPtr &approval, const Verdict &verdict);

    QJsonObject toJson(const ApprovalRequest &approval) const;
    Settings policy;

private:
    Task<void> decideLater(ApprovalRequestPtr approval, QString decision);
    Task<void> expire(ApprovalRequestPtr approval, Instant at);

    Twin &m_twin;
};

} // namespace slipway::twin
