// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/runmodel.h"

#include "console/models/rowsmodel.h"

using namespace Qt::StringLiterals;

namespace slipway::console {

void RunModel::show(ActionRun *run)
{
    beginResetModel();
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    endResetModel();
    if (run) {
        connect(run, &ActionRun::itemChanged, this,
                [this](int row) { Q_EMIT dataChanged(index(row, 0), index(row, Columns - 1)); });
    }
}

void RunModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int RunModel::rowCount(const QModelIndex &parent) const { return parent.isValid() || !m_run ? 0 : int(m_run->items().size()); }

QVariant RunModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_run)
        return {};
    const RunItem &item = m_run->items()[size_t(index.row())];
    if (role == RowsModel::ToneRole)
        return index.column() == OutcomeColumn ? QVariant(int(toneOf(item.outcome))) : QVariant();
    if (role == RowsModel::KeyRole)
        return item.target.id;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    switch (index.column()) {
    case TargetColumn:
        return item.target.label.contains(item.target.id) || item.target.id.isEmpty() ? item.target.label
            : item.target.label.isEmpty()                                             ? item.target.id
                                          : u"%1 (%2)"_s.arg(item.target.label, item.target.id);
    case OutcomeColumn: return wordFor(item.outcome);
    default: return item.text;
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TargetColumn: return tr("On");
    case OutcomeColumn: return tr("Outcome");
    default: return tr("What the service says");
    }
}

} // namespace slipway::console
