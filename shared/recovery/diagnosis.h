// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/recovery/action.h"
#include "shared/recovery/diagnosiscode.h"
#include "shared/recovery/facts.h"
#include "shared/recovery/steprow.h"

#include <vector>

namespace slipway::recovery {

/// One thing that was read, under a stable name.
struct Fact {
    QLatin1StringView name;
    QString value;
};

/// Something a person may do without harm: a recovery action, or a deed outside of Slipway.
struct SafeAction {
    std::optional<Action> action; ///< Nothing: a deed.
    QLatin1StringView deed; ///< "OPEN_BATCH", "ROTATE_TOKEN", …; the action's name where it is one.
    TargetKind target = TargetKind::Operation;
    QString targetId;
    const char *text = ""; ///< Context "Advice".
};

/// What people reach for here and must not do.
struct BlockedAction {
    QLatin1StringView action; ///< An action's name, or FREE_SLOT, which does not exist.
    const char *because = ""; ///< Context "Advice".
};

/// What will happen by itself.
struct Automatic {
    const char *what = ""; ///< Context "Advice".
    std::optional<Instant> at;
};

/// Why something waits, before it is put in the reader's language.
struct Diagnosis {
    DiagnosisCode code = DiagnosisCode::Count;
    Turn turn = Turn::Service;
    Instant since;
    const char *sentence = ""; ///< Context "Diagnosis".
    QStringList arguments;
    std::vector<Fact> facts;
    std::optional<Automatic> next;
    std::vector<SafeAction> safe;
    std::vector<BlockedAction> blocked;
};

/// Nothing for what is over: final, or replaced by a later attempt. Pure; the same for every instance.
std::optional<Diagnosis> diagnose(const OperationFacts &facts);
/// Nothing for a batch that is over, unless somebody merged a failed one.
std::optional<Diagnosis> diagnose(const BatchFacts &facts);

/// Of the forge itself; one for each refused token, or one for its absence, or none.
std::vector<Diagnosis> diagnose(const ForgeFacts &facts, Instant now);
/// Of one configuration key that is not as it was written.
Diagnosis diagnoseKey(const QString &warning, Instant now);

} // namespace slipway::recovery
