// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/sorting.h"

#include <algorithm>
#include <functional>

namespace slipway::console {
namespace {

/// The first four letters behind \a from, so that hardly any two texts have to be compared.
quint64 beginningOf(const QString &text, qsizetype from)
{
    quint64 letters = 0;
    for (qsizetype i = from; i < from + 4; ++i)
        letters = letters << 16 | (i < text.size() ? text[i].toCaseFolded().unicode() : 0);
    return letters;
}

/// So many letters do all texts begin with.
qsizetype sharedBeginning(const std::vector<SortKey> &keys)
{
    const QString first = keys.empty() ? QString() : keys.front().text.toCaseFolded();
    qsizetype shared = first.size();
    for (const SortKey &key : keys) {
        shared = std::min(shared, key.text.size());
        for (qsizetype i = 0; i < shared; ++i) {
            if (key.text[i].toCaseFolded() != first[i])
                shared = i;
        }
    }
    return shared;
}

} // namespace

std::vector<int> sorted(std::vector<int> rows, const std::vector<SortKey> &keys, Qt::SortOrder order)
{
    struct Place {
        quint64 beginning;
        qint64 number;
        int row;
    };
    const qsizetype shared = sharedBeginning(keys);
    std::ranges::sort(rows);
    std::vector<Place> places;
    places.reserve(rows.size());
    for (const int row : rows)
        places.push_back({ beginningOf(keys[size_t(row)].text, shared), keys[size_t(row)].number, row });
    const auto compare = [&](const Place &a, const Place &b) {
        if (a.number != b.number)
            return a.number < b.number ? -1 : 1;
        if (a.beginning != b.beginning)
            return a.beginning < b.beginning ? -1 : 1;
        return QString::compare(keys[size_t(a.row)].text, keys[size_t(b.row)].text, Qt::CaseInsensitive);
    };
    std::ranges::stable_sort(places, [&](const Place &a, const Place &b) {
        return order == Qt::AscendingOrder ? compare(a, b) < 0 : compare(a, b) > 0;
    });
    std::ranges::transform(places, rows.begin(), &Place::row);
    return rows;
}

} // namespace slipway::console
