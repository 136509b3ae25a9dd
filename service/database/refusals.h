// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/errors.h"

#include <chrono>
#include <optional>

namespace slipway::database {

/// What the server last refused anybody in this process although nobody had asked for anything wrong: no session left, read-only, no
/// room on its disk, locks or statements that took too long. One question of ours cannot find these out, the traffic does. Noted by
/// classify(), so that no caller can forget to. Thread-safe, without locks.
class Refusals {
public:
    static void note(Kind kind);
    /// The gravest of the last seconds; nothing when all went well.
    static std::optional<Kind> lately();
};

} // namespace slipway::database
