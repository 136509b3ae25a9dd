// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>

#include <chrono>

namespace slipway::http {

inline constexpr std::chrono::seconds signatureWindow { 300 };

/// "v1=" + hex HMAC-SHA256(secret, timestamp + "." + body): what a caller sends as X-Slipway-Signature.
QByteArray signatureOf(const QByteArray &secret, const QByteArray &timestamp, const QByteArray &body);

/// Whether \a signature was made with any of \a secrets, over exactly these bytes, at a \a timestamp (Unix seconds)
/// within five minutes of \a nowSeconds either way. No secrets: no. The comparison takes the same time for every wrong
/// signature.
bool isSigned(const QList<QByteArray> &secrets, const QByteArray &timestamp, const QByteArray &signature,
              const QByteArray &body, qint64 nowSeconds);

/// Whether \a token is any of \a secrets, in constant time; for senders that know no better (X-Gitlab-Token).
bool isToken(const QList<QByteArray> &secrets, const QByteArray &token);

} // namespace slipway::http
