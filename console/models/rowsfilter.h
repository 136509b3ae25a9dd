// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QAbstractProxyModel>
#include <QTimer>

#include <vector>

namespace slipway::console {

class RowsModel;

/// Sorts a RowsModel by what its columns mean, and shows only rows in which every word of the filter stands somewhere.
/// "status:blocked" looks into the columns whose title begins so. Long tables are sorted beside the GUI thread and filtered a slice at a
/// time: until that is through, they stand as they stood. Qt's own proxy compares a hundred thousand rows in one go.
class RowsFilter : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit RowsFilter(RowsModel &rows, QObject *parent = nullptr);

    void setWords(const QString &text);
    const QStringList &words() const { return m_words; }
    RowsModel &rows() const { return m_rows; }
    /// The rows do not stand yet as they were asked to.
    bool isArranging() const { return m_isSorting || m_slice.isActive(); }

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    QModelIndex mapToSource(const QModelIndex &index) const override;
    QModelIndex mapFromSource(const QModelIndex &index) const override;
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &) const override { return {}; }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_shown.size()); }
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override { return !parent.isValid() && !m_shown.empty(); }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void watch();
    void takeInserted(int first, int last);
    void hideRemoved(int first, int last);
    void takeRemoved(int first, int last);
    void takeMoved(int first, int last, int to);
    void takeChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles);
    void takeAll();
    bool accepts(int row) const;
    bool holds(int row, const QString &word) const;
    void beginFilter();
    void filterSlice();
    void takeShown(std::vector<int> wanted);
    void insertShown(size_t at, const std::vector<int> &rows);
    void hidePlaces(std::vector<int> places);
    void arrange();
    void takeOrder(std::vector<int> order);
    void reindex();

    RowsModel &m_rows;
    QStringList m_words;
    std::vector<int> m_shown; ///< Rows of the source, as they stand here.
    std::vector<int> m_place; ///< The other way round; -1: not shown.
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    int m_era = 0; ///< Of the rows: a sorting of earlier ones is dropped.
    bool m_isSorting = false;
    QTimer m_again; ///< Many changes are one reason to sort again.
    QTimer m_slice;
    int m_nextToFilter = 0;
    std::vector<int> m_accepted;
};

} // namespace slipway::console
