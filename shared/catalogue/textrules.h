// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <optional>

namespace slipway::catalogue {

inline constexpr int longestName = 128; ///< Characters of a subject or target key; up to 512 bytes in UTF-8, as wide as their columns.
inline constexpr int longestReason = 2000; ///< Characters of a reason.
inline constexpr int largestParameters = 16 * 1024; ///< Bytes of all parameters as JSON.

enum class Lines : quint8 { One, Many };

/// Why a text is refused, as a stable word; nothing when it is fine: "empty", "too_long", "control_character" (also
/// direction overrides, line separators and non-characters, with which a text can look like another), "not_nfc",
/// "surrounding_space", "bad_text" (lone surrogates). Lengths count characters as people do (code points), not UTF-16
/// units. Lines::Many allows line feed and tab, and an empty text.
std::optional<QString> textProblem(const QString &text, int longest, Lines lines = Lines::One);

/// textProblem() for subjects and target keys.
std::optional<QString> nameProblem(const QString &text);

/// Code points in \a text.
int characters(const QString &text);

} // namespace slipway::catalogue
