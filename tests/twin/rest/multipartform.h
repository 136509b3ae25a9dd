// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QString>

#include <optional>

namespace slipway::twin {

/// The fields of a multipart/form-data body (RFC 7578) in their order; a file's content is a field like any other, as no route takes
/// files. Nothing when the body is not what \a contentType says: no boundary, a part without a name, no end. Pure.
std::optional<QList<QPair<QString, QString>>> multipartFields(const QByteArray &contentType, const QByteArray &body);

} // namespace slipway::twin
