// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/routes.h"
#include "service/httpserver/message.h"

#include <QJsonObject>

namespace slipway::http {

/// The request's body as the route wants it. Throws Error(UnsupportedMediaType) when it does not say it is plain JSON,
/// Error(InvalidRequest) with data.fields when it is not a sound JSON object.
QJsonObject bodyOf(const httpserver::Request &request, Body rule);

} // namespace slipway::http
