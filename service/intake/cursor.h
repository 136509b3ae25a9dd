// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <optional>

namespace slipway::intake {

/// Where a page of requests ended, newest first. Opaque to clients, but never believed: whatever does not read back
/// exactly is no cursor.
struct Cursor {
    Instant createdAt;
    OperationId operation;

    QString toText() const;
    static std::optional<Cursor> fromText(QStringView text);
};

} // namespace slipway::intake
