// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/account.h"

#include <algorithm>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestAccount = 128;

/// Invisible and unassigned characters make two names that look alike; blanks and colons are what our own prefixes are
/// told by.
bool mayStandInAnAccount(uint code)
{
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Space:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return false;
    default: return code != ':' && code != ',' && code != ';';
    }
}

QString folded(const QString &name)
{
    // Compatibility form first (full-width letters), then case (lower first: folding alone leaves a dotted capital I),
    // which may un-compose, then composed again.
    return name.normalized(QString::NormalizationForm_KC).toLower().toCaseFolded().normalized(QString::NormalizationForm_KC);
}

bool isNumber(const QString &name)
{
    return std::all_of(name.begin(), name.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

} // namespace

std::optional<QString> AccountRules::canonical(const QString &name) const
{
    if (!name.isValidUtf16() || name.size() > 4 * longestAccount)
        return std::nullopt;
    QString account = folded(name.trimmed());
    const QList<uint> codes = account.toUcs4();
    if (codes.isEmpty() || codes.size() > longestAccount || !std::all_of(codes.begin(), codes.end(), mayStandInAnAccount))
        return std::nullopt;
    if (const qsizetype at = account.indexOf(u'@'); at >= 0) {
        const QString domain = account.mid(at + 1);
        if (at == 0 || domain.isEmpty() || domain.contains(u'@'))
            return std::nullopt;
        const auto isOurs = [&](const QString &ours) { return folded(ours) == domain; };
        if (!std::any_of(domains.begin(), domains.end(), isOurs))
            return account; // Somebody else's domain: only the whole address is one person.
        account.truncate(at);
    }
    if (!isNumber(account))
        return account;
    const auto mapped = staff.find(account);
    return mapped == staff.end() ? u"staff:"_s + account : *mapped;
}

} // namespace slipway::http
