// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"
#include "shared/protocol/action.h"

#include <QByteArray>

namespace slipway::console {

/// One target on its way through an action.
struct RunItem {
    Target target;
    /// PLANNING; then the plan's word: WOULD_DO, ALREADY_FINE, REFUSED, PREEMPTED; then PENDING, SENDING, and the result's word: DONE,
    /// STARTED, …; UNKNOWN when no answer came; CANCELLED when its turn never came.
    QString outcome = QStringLiteral("PLANNING");
    QString text; ///< The service's sentence about it.
    std::optional<protocol::ActionItem> plan;
    QString planHash;
    QByteArray key; ///< Under which the service does it once, however often it is sent.
    QString actionId;
    QString state; ///< Of the service's action: RUNNING, DONE, AWAITING_SECOND, …

    bool wouldBeDone() const { return outcome == QLatin1StringView("WOULD_DO"); }
    bool isUnknown() const { return outcome == QLatin1StringView("UNKNOWN"); }
    bool mayBeTriedAgain() const
    {
        return isUnknown() || outcome == QLatin1StringView("FAILED") || outcome == QLatin1StringView("PREEMPTED");
    }
    /// The service still works on it, or waits for another person.
    bool isToBeFollowed() const
    {
        return !actionId.isEmpty() && (state == QLatin1StringView("RUNNING") || state == QLatin1StringView("AWAITING_SECOND"));
    }
};

} // namespace slipway::console
