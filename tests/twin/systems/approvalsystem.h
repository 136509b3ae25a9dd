// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/world.h"
#include "tests/twin/systems/deliveries.h"

namespace slipway::twin {

struct Twin;

/// The approval system beside the code host: keeps questions, takes decisions from people (the admin API, or a policy
/// that decides by itself) and tells the service by callback. The stored state is the truth; the callback is a hint,
/// and its knobs make it late, early, doubled, forged or silent.
class ApprovalSystem {
public:
    explicit ApprovalSystem(Twin &twin);
    void reset();

    /// How a question was taken.
    enum class Asked : quint8 { Created, Repeated };
    /// Refuses with 400 what is malformed and with 409 another body under the same key.
    std::pair<ApprovalRequestPtr, Asked> ask(const QJsonObject &body, qint64 request);
    /// What happens by itself after a question was stored and before it is answered: with the knob `early` the decision
    /// and its callback, which the receiver has answered when this ends.
    Task<void> afterAsking(ApprovalRequestPtr approval);
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
    /// 400 for an unknown word and for somebody who is not asked where all must agree; 409 when it is decided, unless
    /// forced, and for a second vote of the same approver.
    void decide(const ApprovalRequestPtr &approval, const Verdict &verdict);

    QJsonObject toJson(const ApprovalRequest &approval) const;
    Settings policy;

private:
    static void requireForm(const QJsonObject &body);
    void decideDue(const QJsonObject &with);
    bool book(const ApprovalRequestPtr &approval, const Verdict &verdict);
    DeliveryPtr callbackFor(const ApprovalRequestPtr &approval, const Verdict &verdict) const;

    Twin &m_twin;
};

} // namespace slipway::twin
