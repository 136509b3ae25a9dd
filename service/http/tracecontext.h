// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QString>

namespace slipway::http {

/// The trace id of a W3C traceparent header, or a new random one when there is none or it is malformed: a broken header
/// of some proxy must never cost a user an answer. 32 lower-case hex digits, never all zero.
QString traceIdFrom(const QByteArray &traceparent);

} // namespace slipway::http
