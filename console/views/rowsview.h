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

    /// What stands in place of the rows when there are none: marked in the context Empty, a first line and what would be here.
    void setExplanation(const char *text) { m_explanation = text; }
    /// Until the first answer nobody knows whether there are any.
    void setIsRead(bool isRead) { m_isRead = isRead; }
    /// What it says in place of rows; empty while there are some.
    QString explanation() const;

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
    void paintEvent(QPaintEvent *event) override;

private:
    void showColumnMenu(const QPoint &position);

    RowsModel &m_rows;
    RowsFilter m_filter;
    QString m_name;
    const char *m_explanation = "";
    bool m_isRead = false;
};

} // namespace slipway::console
