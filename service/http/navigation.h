// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "service/httpserver/message.h"

namespace slipway::http {

/// Whether a person's browser is on its way to a page, as opposed to a program, or a page fetching something: GET or
/// HEAD that accepts text/html, for a path without an extension, outside the paths that never answer HTML. "/" is one
/// whatever it accepts.
bool isNavigation(const httpserver::Request &request);

/// What a navigation gets when the page itself cannot be served: one static sentence and a link to try again. Never
/// cached, so that it goes away by itself.
httpserver::Reply fallbackPage(Language language, const QString &traceId);

} // namespace slipway::http
