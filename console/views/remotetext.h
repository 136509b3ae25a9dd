// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/mergerequest.h"
#include "shared/protocol/remotereading.h"

namespace slipway::console {

/// A merge request as it was last read, line by line: each fact by itself, because GitLab's one word hides all but one.
QString textOf(const std::optional<protocol::RemoteReading> &remote, const std::optional<protocol::MergeRequest> &mergeRequest);

} // namespace slipway::console
