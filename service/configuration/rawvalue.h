// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>
#include <QStringList>

#include <map>

namespace slipway::configuration {

/// One value as somebody wrote it, before anybody judged it. Every source (file, table, test) delivers these.
struct RawValue {
    QStringList items; ///< One for a scalar; a list's items.
    bool isList = false;
    int line = 0; ///< In its file; 0 where there are no lines.
};

/// By full name, "batch.maxRequests".
using RawValues = std::map<QString, RawValue>;

/// A scalar written as text; for sources and tests that know no lists.
inline RawValue rawText(const QString &text) { return { { text }, false, 0 }; }

} // namespace slipway::configuration
