// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QSortFilterProxyModel>

namespace slipway::console {

class RowsModel;

/// Sorts a RowsModel by what its columns mean, and shows only rows in which every word of the filter stands somewhere.
/// "status:blocked" looks into the columns whose title begins so.
class RowsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RowsFilter(RowsModel &rows, QObject *parent = nullptr);

    void setWords(const QString &text);
    const QStringList &words() const { return m_words; }
    RowsModel &rows() const { return m_rows; }

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool holds(int row, const QString &word) const;

    RowsModel &m_rows;
    QStringList m_words;
};

} // namespace slipway::console
