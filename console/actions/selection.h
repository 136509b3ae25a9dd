// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/diagnosis.h"
#include "shared/recovery/action.h"

#include <QList>
#include <QString>

namespace slipway::console {

/// One thing an action is done to, as it was when somebody chose it. The version goes with the action, so that the service refuses
/// what has moved on since.
struct Target {
    recovery::TargetKind kind = recovery::TargetKind::Operation;
    QString id;
    qint64 version = 0; ///< 0: not known; the plan's hash guards it all the same.
    QString label; ///< For people.
    QString standing; ///< Status of the batch, the request, the partition's mode, the approval's state; empty: not known.
    qint64 step = 0; ///< Of a request; 0: not known.
    bool isInActiveBatch = false;
    std::vector<protocol::BlockedAction> blocked; ///< What its diagnosis says must not be done, and why.

    bool isSame(const Target &other) const { return kind == other.kind && id == other.id; }
};

/// A frozen choice: what is previewed, confirmed and run, whatever happens in the list meanwhile.
using Selection = QList<Target>;

} // namespace slipway::console
