// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

namespace slipway::http {

/// Whether a browser, if it was one, sent this request from a page of ours. Another site's page can make a browser send
/// the user's cookies along, but it cannot forge Sec-Fetch-Site or Origin. Programs send neither and carry no such
/// cookies: they pass.
bool comesFromOurselves(const httpserver::Request &request);

} // namespace slipway::http
