// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/tonedelegate.h"

#include "console/models/rowsmodel.h"
#include "console/views/appearance.h"

namespace slipway::console {

void ToneDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant tone = index.data(RowsModel::ToneRole);
    if (!tone.isValid())
        return;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->icon = appearance::signOf(Tone(tone.toInt()));
    option->decorationSize = QSize(14, 14);
    if (!(option->state & QStyle::State_Selected))
        option->palette.setColor(QPalette::Text, appearance::colourOf(Tone(tone.toInt())));
}

} // namespace slipway::console
