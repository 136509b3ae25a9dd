// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>
#include <QStringList>

namespace slipway::console {

/// The languages the console speaks, switched while it runs: its own texts and those of Qt's dialogs.
namespace languages {

/// "en", "zh_CN".
QStringList all();
/// In that language itself.
QString nameOf(const QString &language);
/// The one of \a locale, English where we have none.
QString bestFor(const QString &locale);
/// Every widget hears of it.
void use(const QString &language);
QString current();
/// As HTTP has it.
QByteArray tagOf(const QString &language);

} // namespace languages
} // namespace slipway::console
