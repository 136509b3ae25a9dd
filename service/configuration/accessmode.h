// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/hotvalues.h"
#include "shared/instant.h"

namespace slipway::configuration {

enum class AccessMode : quint8 { Open, TestWindow, Closed };

/// Missing or blank: TestWindow. Anything that is none of the three words: Closed. Case and surrounding blanks do not
/// count.
AccessMode accessModeFrom(const QString &text);
/// "OPEN", "TEST_WINDOW", "CLOSED".
QString nameOf(AccessMode mode);

/// Whether somebody may bring in new work now, and when otherwise.
struct Access {
    AccessMode mode = AccessMode::Closed;
    bool admitted = false;
    std::optional<Instant> opensAt; ///< When it opens by itself; nothing when only a person can open it.
};

/// The answer for one caller at one moment. Pure. \a account empty: nobody in particular.
Access accessFor(const HotValues &values, const QString &account, Instant now);

} // namespace slipway::configuration
