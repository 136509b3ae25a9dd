// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <chrono>
#include <string_view>

namespace slipway::workflow {

/// A name of one of the closed sets, as statements bind and JSON shows it.
inline QString text(std::string_view name) { return QString::fromLatin1(name.data(), qsizetype(name.size())); }

/// The other way round, for looking a stored name up; the text must be ASCII.
inline std::string_view view(const QByteArray &name) { return { name.constData(), size_t(name.size()) }; }

/// For columns where nobody in particular is the empty text: a null QString would bind NULL.
inline QString notNull(const QString &value) { return value.isNull() ? QStringLiteral("") : value; }

/// A delay as the statements bind it.
inline qint64 microseconds(std::chrono::milliseconds delay)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(delay).count();
}

} // namespace slipway::workflow
