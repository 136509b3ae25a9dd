// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/textrules.h"

#include <QList>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

bool isDeceptive(char32_t code)
{
    const bool isBidiControl = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    const bool isNonCharacter = (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
    return isBidiControl || isNonCharacter || code == 0x2028 || code == 0x2029 || code == 0xFEFF;
}

bool isControl(char32_t code, Lines lines)
{
    if (lines == Lines::Many && (code == U'\n' || code == U'\t'))
        return false;
    return QChar::category(code) == QChar::Other_Control || isDeceptive(code);
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
    return std::nullopt;
}

std::optional<QString> nameProblem(const QString &text) { return textProblem(text, longestName); }

} // namespace slipway::catalogue
