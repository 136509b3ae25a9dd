// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/csv.h"

#include <QAbstractItemModel>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// Also behind blanks, and the full-width forms that some spreadsheets take for the same.
bool looksLikeFormula(const QString &text)
{
    static const QString beginnings = u"=+-@\t\r\n＝＋－＠|%"_s;
    const QString bare = text.trimmed();
    return (!text.isEmpty() && beginnings.contains(text.front())) || (!bare.isEmpty() && beginnings.contains(bare.front()));
}

QByteArray line(const QStringList &fields)
{
    QStringList quoted;
    for (const QString &field : fields)
        quoted.append(csvField(field));
    return quoted.join(u',').toUtf8() + "\r\n";
}

} // namespace

QString csvField(const QString &text)
{
    QString safe = looksLikeFormula(text) ? u'\'' + text : text;
    if (!safe.contains(u'"') && !safe.contains(u',') && !safe.contains(u'\n') && !safe.contains(u'\r') && !safe.contains(u';'))
        return safe;
    return u'"' + safe.replace(u'"', u"\"\""_s) + u'"';
}

QByteArray csvOf(const QAbstractItemModel &model)
{
    QByteArray csv = "\xEF\xBB\xBF";
    QStringList fields;
    for (int column = 0; column < model.columnCount(); ++column)
        fields.append(model.headerData(column, Qt::Horizontal).toString());
    csv += line(fields);
    for (int row = 0; row < model.rowCount(); ++row) {
        fields.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            fields.append(model.index(row, column).data().toString());
        csv += line(fields);
    }
    return csv;
}

} // namespace slipway::console
