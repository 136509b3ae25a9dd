// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/intake/submission.h"
#include "shared/catalogue/catalogue.h"

namespace slipway::intake {

/// A submission the catalogue allows, with its defaults filled in.
struct Allowed {
    PartitionKey partition;
    QString parameters; ///< Canonical JSON.
    std::optional<Instant> expiresAt; ///< As asked for, else the target's longest duration from now.
};

/// Asks the catalogue: does the target exist, are the parameters its own, is the expiry ahead and within its longest
/// duration, can its approval be asked for. Pure. Throws Error(ValidationFailed) naming every such field.
Allowed checkAgainst(const catalogue::Catalogue &catalogue, const Submission &submission, Instant now);

} // namespace slipway::intake
