// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/intake/submission.h"

#include <QByteArray>

namespace slipway::intake {

/// One spelling for one content: no white space, keys in order. What is stored, compared and hashed.
QByteArray canonicalJson(const QJsonObject &object);

/// SHA-256, in hex, of what was asked for and by whom. The same key with another fingerprint is somebody's mistake.
/// Taken from what the client sent, before defaults: a retry is the same although the clock went on.
QString fingerprintOf(const Submission &submission, const QString &requester);

/// The operation id where the client chose none: the same for every retry, another one for every re-apply, because the
/// attempt that owns the binding when this one begins goes into it. \a predecessor is empty where there is no binding
/// yet. 36 characters.
OperationId derivedOperationId(const QString &fingerprint, const QString &predecessor);

} // namespace slipway::intake
