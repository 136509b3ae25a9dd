// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

namespace slipway {
namespace configuration {
class HotConfig;
}

/// Whether a freeze window is on: no round starts and nobody new enters the merge gate; requests are still accepted.
bool isFrozen(const configuration::HotConfig &config, Instant at);

} // namespace slipway
