// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/http/changefeed.h"
#include "service/http/longpoll.h"

namespace slipway::http {

/// The long poll's question, asked of the operation table over the calling thread's own connection.
LongPoll::Lookup versionsFromDatabase(const Services &services);

/// What changed of requests and batches, from history. \a services outlives it.
ChangeFeed::Source changesFromDatabase(const Services &services);

} // namespace slipway::http
