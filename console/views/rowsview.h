// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/rowsfilter.h"

#include <QTableView>

class QMenu;
class QSettings;

namespace slipway::console {

class RowsModel;

/// A table of rows from the service, sorted and filtered. Copies cells, ids and whole rows, exports what it shows, remembers its
/// columns. Knows nothing of actions: whoever owns it adds them to the menu.
class RowsView : public QTableView {
    Q_OBJECT
public:
    /// \a name is where its columns are remembered.
    RowsView(RowsModel &rows, const QString &name, QWidget *parent = nullptr);

    RowsModel &rows() const { return m_rows; }
    RowsFilter &filter() { return m_filter; }

    /// Rows of the model, in the order in which they are shown.
    QList<int> chosenRows() const;
    int currentRow() const; ///< -1: none.
    /// Selects and shows the row of that key; false while it is not there.
    bool choose(const QString &key);

    void remember(QSettings &settings) const;
    void recall(QSettings &settings);

    /// The menu over a row, for its owner to fill up.
    void addOwnActions(QMenu &menu);

public Q_SLOTS:
    void copyCell();
    void copyKey();
    void copyRow();
    void exportRows();

Q_SIGNALS:
    void choiceChanged();
    void currentRowChanged(int row);
    void menuWanted(QMenu &menu);
    void opened(int row);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showColumnMenu(const QPoint &position);

    RowsModel &m_rows;
    RowsFilter m_filter;
    QString m_name;
};

} // namespace slipway::console
