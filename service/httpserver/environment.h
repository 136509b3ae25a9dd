// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/mailbox.h"
#include "service/httpserver/poller.h"
#include "service/httpserver/replywriter.h"
#include "service/httpserver/requestparser.h"
#include "service/httpserver/server.h"

namespace slipway::httpserver {

using TimePoint = std::chrono::steady_clock::time_point;

/// What all connections of one server share.
struct Environment {
    std::shared_ptr<const Router> router;
    Limits limits;
    Hooks hooks;
    Poller poller;
    std::shared_ptr<Mailbox> mailbox;
    std::unique_ptr<RequestParser> parser {};
    DateLine date {};
    TimePoint now {}; ///< Of the present turn of the event loop.
    bool draining = false;
    std::vector<char> scratch = std::vector<char>(64 * 1024); ///< Where every receive lands first.

    Reply errorReply(int status, const Request *request) const;
};

/// A connection that has this much to send takes no further request and no more bytes from it.
constexpr qint64 highWater = 256 * 1024;

} // namespace slipway::httpserver
