// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QStringList>

namespace slipway::corpus {

/// The strings of the npm package big-list-of-naughty-strings, brought by npm into \a folder once for each lock file, as package-lock.json in
/// \a source pins it. Throws std::runtime_error that says what to do when npm cannot bring it.
QStringList naughtyStrings(const QString &source, const QString &folder);

} // namespace slipway::corpus
