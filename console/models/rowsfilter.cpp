// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/rowsfilter.h"

#include "console/models/rowsmodel.h"

using namespace Qt::StringLiterals;

namespace slipway::console {

RowsFilter::RowsFilter(RowsModel &rows, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_rows(rows)
{
    setSourceModel(&rows);
    setDynamicSortFilter(true);
}

void RowsFilter::setWords(const QString &text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateRowsFilter();
}

bool RowsFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    return m_rows.isLess(left.row(), right.row(), left.column());
}

bool RowsFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    return std::ranges::all_of(m_words, [&](const QString &word) { return holds(row, word); });
}

bool RowsFilter::holds(int row, const QString &word) const
{
    const qsizetype colon = word.indexOf(u':');
    const QString title = colon > 0 ? word.left(colon) : QString();
    const auto isNamed = [&](int column) {
        return m_rows.columnName(column).startsWith(title, Qt::CaseInsensitive)
            || m_rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(title, Qt::CaseInsensitive);
    };
    bool isTitle = false;
    for (int column = 0; colon > 0 && column < m_rows.columnCount(); ++column)
        isTitle = isTitle || isNamed(column);
    const QString wanted = isTitle ? word.mid(colon + 1) : word;
    for (int column = 0; column < m_rows.columnCount(); ++column) {
        if (isTitle && !isNamed(column))
            continue;
        if (m_rows.index(row, column).data().toString().contains(wanted, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

} // namespace slipway::console
