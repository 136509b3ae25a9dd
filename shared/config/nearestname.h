// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>
#include <QStringList>

namespace slipway {

/// The known name most like \a wanted, for "did you mean"; empty when none is near enough to be helpful. Case counts
/// little.
QString nearestName(const QString &wanted, const QStringList &known);

/// " (did you mean 'x'?)", or nothing.
QString didYouMean(const QString &wanted, const QStringList &known);

} // namespace slipway
