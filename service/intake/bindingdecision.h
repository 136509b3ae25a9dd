// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "shared/workflow/flow.h"
#include "shared/workflow/state.h"

#include <QString>

#include <optional>

namespace slipway::intake {

/// What the repository holds for a subject and target.
struct Effective {
    QString parameters; ///< Canonical JSON.
    std::optional<Instant> expiresAt;
    friend bool operator==(const Effective &, const Effective &) = default;
};

/// A binding row as it stands: where the attempt that owns it is, and what is in force. Nothing in force: never landed,
/// or removed.
struct Standing {
    workflow::Pair pair;
    std::optional<Effective> effective;
};

/// What somebody wants to become of it.
struct Wanted {
    workflow::RequestKind kind = workflow::RequestKind::Bind;
    Effective content; ///< Without meaning for an unbind.
};

enum class BindingDecision : quint8 {
    Insert, ///< The first attempt for this subject and target.
    Reset, ///< The attempt takes the row over in place.
    ActiveRequestExists, ///< Another attempt is live, or failed and neither withdrawn nor recovered: it must not lose
    ///< its row.
    AlreadyInForce,
    NothingToUnbind,
};

/// Whether a new attempt may have the row. Pure; \a standing is nothing where there is no row yet.
/// What is in force is judged by what the repository holds, never by what was last asked for: a rejected amendment
/// changed nothing.
BindingDecision decideBinding(const std::optional<Standing> &standing, const Wanted &wanted);

} // namespace slipway::intake
