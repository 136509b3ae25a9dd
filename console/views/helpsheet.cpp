// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/helpsheet.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace slipway::console {

HelpSheet::HelpSheet(const QList<QAction *> &commands, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    auto *table = new QTableWidget(0, 3, this);
    table->setHorizontalHeaderLabels({ tr("Keys"), tr("Command"), tr("What it does, or why not now") });
    table->setAccessibleName(tr("Commands and their keys"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    for (const QAction *action : commands) {
        QString name = action->text();
        name.remove(u'&').remove(u'…');
        if (name.isEmpty())
            continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(action->shortcut().toString(QKeySequence::NativeText)));
        table->setItem(row, 1, new QTableWidgetItem(name));
        table->setItem(row, 2, new QTableWidgetItem(action->statusTip()));
    }
    table->resizeColumnsToContents();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(table);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 120, fontMetrics().height() * 34);
}

} // namespace slipway::console
