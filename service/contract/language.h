// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QString>

namespace slipway {

enum class Language : quint8 { English, SimplifiedChinese };

/// The best supported language of an Accept-Language header; English when it names none of ours.
Language languageOf(const QByteArray &acceptLanguage);

/// \a source in that language; English, and whatever has no translation, is returned as it stands. Thread-safe.
/// \a context and \a source are literals marked with QT_TRANSLATE_NOOP, so that lupdate finds them.
QString translated(Language language, const char *context, const char *source);

} // namespace slipway
