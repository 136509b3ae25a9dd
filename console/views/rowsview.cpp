// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/rowsview.h"

#include "console/models/csv.h"
#include "console/models/rowsmodel.h"
#include "console/views/appearance.h"
#include "console/views/tonedelegate.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr int stateVersion = 1;

} // namespace

RowsView::RowsView(RowsModel &rows, const QString &name, QWidget *parent)
    : QTableView(parent)
    , m_rows(rows)
    , m_filter(rows)
    , m_name(name)
{
    setModel(&m_filter);
    setItemDelegate(new ToneDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false); // Tab leaves the table, as everywhere.
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setSortingEnabled(true);
    m_filter.sort(-1); // In the service's order, until somebody wants another.
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &RowsView::showColumnMenu);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RowsView::choiceChanged);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { Q_EMIT currentRowChanged(m_filter.mapToSource(current).row()); });
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT opened(m_filter.mapToSource(index).row()); });
}

QList<int> RowsView::chosenRows() const
{
    QList<int> shown;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        shown.append(index.row());
    std::ranges::sort(shown);
    QList<int> rows;
    for (const int row : shown)
        rows.append(m_filter.mapToSource(m_filter.index(row, 0)).row());
    return rows;
}

int RowsView::currentRow() const { return m_filter.mapToSource(currentIndex()).row(); }

bool RowsView::choose(const QString &key)
{
    const int row = m_rows.rowOf(key);
    const QModelIndex index = row < 0 ? QModelIndex() : m_filter.mapFromSource(m_rows.index(row, 0));
    if (!index.isValid())
        return false;
    setCurrentIndex(index);
    scrollTo(index);
    return true;
}

void RowsView::remember(QSettings &settings) const
{
    settings.setValue(u"columns/%1"_s.arg(m_name), horizontalHeader()->saveState());
    settings.setValue(u"columns/%1-version"_s.arg(m_name), stateVersion);
}

void RowsView::recall(QSettings &settings)
{
    if (settings.value(u"columns/%1-version"_s.arg(m_name)).toInt() == stateVersion)
        horizontalHeader()->restoreState(settings.value(u"columns/%1"_s.arg(m_name)).toByteArray());
}

void RowsView::copyCell() { QApplication::clipboard()->setText(currentIndex().data().toString()); }

void RowsView::copyKey()
{
    QStringList keys;
    for (const int row : chosenRows())
        keys.append(m_rows.keyAt(row).section(u'/', -1));
    QApplication::clipboard()->setText(keys.join(u'\n'));
}

void RowsView::copyRow()
{
    QStringList texts;
    for (const int row : chosenRows())
        texts.append(m_rows.index(row, 0).data(RowsModel::JsonRole).toString());
    QApplication::clipboard()->setText(texts.join(QString()));
}

void RowsView::exportRows()
{
    auto *dialog = new QFileDialog(this, tr("Export What Is Shown"), m_name + u".csv"_s, tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"csv"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(csvOf(m_filter)) >= 0)
            file.commit();
    });
    dialog->open();
}

void RowsView::addOwnActions(QMenu &menu)
{
    menu.addAction(tr("&Copy Cell"), QKeySequence(QKeySequence::Copy), this, &RowsView::copyCell);
    menu.addAction(tr("Copy &Id"), QKeySequence(u"Ctrl+Shift+C"_s), this, &RowsView::copyKey);
    menu.addAction(tr("Copy &Row as JSON"), this, &RowsView::copyRow);
    menu.addSeparator();
    menu.addAction(tr("&Export What Is Shown…"), this, &RowsView::exportRows);
}

void RowsView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this); // popup() and not exec(): no loop within the loop.
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    Q_EMIT menuWanted(*menu);
    addOwnActions(*menu);
    menu->popup(event->globalPos());
}

void RowsView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copyCell();
    else
        QTableView::keyPressEvent(event);
}

QString RowsView::explanation() const
{
    if (m_filter.rowCount() > 0 || !m_isRead)
        return {};
    if (m_rows.rowCount() > 0)
        return tr("No line that is loaded matches the filter.");
    return QCoreApplication::translate("Empty", m_explanation);
}

void RowsView::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    const QString words = explanation();
    if (words.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(appearance::quiet());
    const int margin = fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, words);
}

void RowsView::showColumnMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < m_rows.columnCount(); ++column) {
        QAction *action = menu->addAction(m_rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) { setColumnHidden(column, !isShown); });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

} // namespace slipway::console
