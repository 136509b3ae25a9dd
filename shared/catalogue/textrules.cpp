// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/textrules.h"

#include <QList>

#include <algorithm>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

bool isDeceptive(char32_t code)
{
    const bool isBidiControl = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool isNonCharacter = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
    return isBidiControl || isNonCharacter || code == 0x2028 || code == 0x2029 || code == 0xFEFF;
}

/// Shows nothing, so that two names could look the same, or one like none at all. Joiners are spelling in some scripts, and part of
/// emoji; they stay.
bool isInvisible(char32_t code)
{
    const bool isFiller = code == 0x115F || code == 0x1160 || code == 0x3164 || code == 0xFFA0 || code == 0x2800;
    const bool isJoiner = code == 0x200C || code == 0x200D || (code >= 0xE0020 && code <= 0xE007F);
    return isFiller || (QChar::category(code) == QChar::Other_Format && !isJoiner);
}

bool isControl(char32_t code, Lines lines)
{
    if (lines == Lines::Many && (code == U'\n' || code == U'\t'))
        return false;
    return QChar::category(code) == QChar::Other_Control || isDeceptive(code) || (lines == Lines::One && isInvisible(code));
}

} // namespace

int characters(const QString &text) { return int(text.toUcs4().size()); }

std::optional<QString> textProblem(const QString &text, int longest, Lines lines)
{
    if (!text.isValidUtf16())
        return u"bad_text"_s;
    if (text.isEmpty())
        return lines == Lines::Many ? std::nullopt : std::optional(u"empty"_s);
    const QList<uint> codes = text.toUcs4();
    if (codes.size() > longest)
        return u"too_long"_s;
    for (const uint code : codes) {
        if (isControl(code, lines))
            return u"control_character"_s;
    }
    if (text.normalized(QString::NormalizationForm_C) != text)
        return u"not_nfc"_s;
    if (lines == Lines::One && text.trimmed() != text)
        return u"surrounding_space"_s;
    const bool isBare = std::ranges::all_of(codes, [](uint code) { return QChar::category(code) == QChar::Other_Format; });
    if (lines == Lines::One && isBare)
        return u"control_character"_s;
    return std::nullopt;
}

std::optional<QString> nameProblem(const QString &text) { return textProblem(text, longestName); }

} // namespace slipway::catalogue
