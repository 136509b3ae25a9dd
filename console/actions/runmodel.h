// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/actionrun.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace slipway::console {

/// The targets of one run with what comes of each. GUI thread.
class RunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TargetColumn, OutcomeColumn, TextColumn, Columns };

    explicit RunModel(QObject *parent = nullptr)
        : QAbstractTableModel(parent)
    {
    }
    void show(ActionRun *run);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(Columns); }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QPointer<ActionRun> m_run;
};

} // namespace slipway::console
