// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/environment.h"

namespace slipway::httpserver {

Reply Environment::errorReply(int status, const Request *request) const
{
    Reply reply { status, {}, {}, {}, false };
    if (hooks.errorReply)
        reply = hooks.errorReply(status, request);
    reply.status = status;
    return reply;
}

} // namespace slipway::httpserver
