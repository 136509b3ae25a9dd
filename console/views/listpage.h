// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listfeed.h"
#include "console/views/filterbar.h"
#include "console/views/page.h"
#include "console/views/rowsview.h"

#include <memory>

class QSplitter;

namespace slipway::console {

class RowsModel;

/// A page that is one list of the service: filter, table, and beside it what a row says when it is chosen.
class ListPage : public Page {
    Q_OBJECT
public:
    ListPage(Session &session, const QString &name, const char *title, std::unique_ptr<RowsModel> rows, const QString &path,
             QWidget *parent = nullptr);
    ~ListPage() override;

    FilterBar &filters() { return *m_filters; }
    ListFeed &feed() { return *m_feed; }
    RowsModel &rows() const { return *m_rows; }

    void refresh() override;
    Selection selection() const override;
    RowsView *table() override { return m_view; }
    void remember(QSettings &settings) const override;
    void recall(QSettings &settings) override;
    void focusFilter() override { m_filters->focus(); }
    /// Chooses the row, now or as soon as it is read.
    bool open(const QString &key) override;

protected:
    /// What stands beside the table.
    void setDetail(QWidget *detail);
    void hideColumns(const QList<int> &columns);
    void setWidths(const QList<int> &characters);
    /// The chosen row has changed, or what it says; -1: none.
    virtual void showRow(int) { }
    virtual void wasRead() { }

private:
    void readNow();
    void afterRead(const QString &problem);

    std::unique_ptr<RowsModel> m_rows;
    FilterBar *m_filters;
    RowsView *m_view;
    QSplitter *m_splitter;
    ListFeed *m_feed;
    QString m_wanted; ///< Key of a row to be chosen once it is there.
    bool m_isAsked = false;
};

} // namespace slipway::console
