// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/rest/faultrule.h"

namespace slipway::twin {

/// What is sent instead of \a reply: another answer altogether, or the same one made hard to read. Pure.
httpserver::Reply spoiled(const Fault &fault, const httpserver::Request &request, httpserver::Reply reply, Instant now);

} // namespace slipway::twin
