// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/reply.h"
#include "service/contract/request.h"

namespace slipway {

struct Services;

/// A route's handler: runs on a worker thread with that thread's database connection, answers or throws Error.
using Handler = Reply (*)(Services &, const Request &);

} // namespace slipway
