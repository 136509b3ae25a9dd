// SPDX-License-Identifier: GPL-3.0-only
#include "shared/config/nearestname.h"

#include <algorithm>
#include <vector>

namespace slipway {
namespace {

/// Levenshtein distance with swapped neighbours as one edit, because those are the usual slips of the finger.
int distance(QStringView a, QStringView b)
{
    const auto columns = size_t(b.size()) + 1;
    std::vector<int> beforeLast(columns), last(columns), current(columns);
    for (size_t k = 0; k < columns; ++k)
        last[k] = int(k);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        current[0] = int(i);
        for (qsizetype k = 1; k <= b.size(); ++k) {
            const auto at = size_t(k);
            const int substituted = last[at - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
            current[at] = std::min({ last[at] + 1, current[at - 1] + 1, substituted });
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                current[at] = std::min(current[at], beforeLast[at - 2] + 1);
        }
        beforeLast.swap(last);
        last.swap(current);
    }
    return last[columns - 1];
}

} // namespace

QString nearestName(const QString &wanted, const QStringList &known)
{
    // Names come from files people write; a megabyte of "key" is no typing error and not worth comparing.
    if (wanted.isEmpty() || wanted.size() > 256)
        return {};
    const QString folded = wanted.toCaseFolded();
    QString best;
    int bestDistance = int(std::max<qsizetype>(2, wanted.size() / 3)) + 1;
    for (const QString &name : known) {
        const int found = distance(folded, name.toCaseFolded());
        if (found < bestDistance) {
            bestDistance = found;
            best = name;
        }
    }
    return best;
}

QString didYouMean(const QString &wanted, const QStringList &known)
{
    const QString nearest = nearestName(wanted, known);
    return nearest.isEmpty() ? QString() : QStringLiteral(" (did you mean '%1'?)").arg(nearest);
}

} // namespace slipway
