// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "service/contract/reply.h"
#include "service/http/routes.h"
#include "shared/error.h"

namespace slipway::http {

/// {"code", "message", "data", "traceId"}: the one shape of everything that is not bare. Only a code's own text and
/// data meant for clients can get in; an Error's detail has no way here.
QByteArray envelope(Code code, const QString &message, const QJsonValue &data, const QString &traceId);

/// A code's sentence in that language; "Access denied" in every one.
QString messageOf(Code code, Language language);

/// A handler's answer, ready to send.
httpserver::Reply framed(const Reply &reply, Shape shape, Language language, const QString &traceId);

/// A failure, ready to send. \a ownMessage replaces the code's sentence where the route has a better one.
httpserver::Reply framed(const Error &error, Language language, const QString &traceId, const char *ownMessage = nullptr);

/// The code that stands for a status the server itself answers; InternalError for one it never should.
Code codeOfStatus(int status);

/// What every reply carries: no sniffing, no framing, no referrer, no caching unless the reply says otherwise, the
/// trace id.
void addStandingHeaders(httpserver::Reply &reply, const QString &traceId);

} // namespace slipway::http
