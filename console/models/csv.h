// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QString>

class QAbstractItemModel;

namespace slipway::console {

/// One field as RFC 4180 has it. What a spreadsheet would take for a formula gets an apostrophe in front, so that a request's reason
/// never runs in somebody's office suite.
QString csvField(const QString &text);

/// Everything a table shows, with its headings; UTF-8 with the mark by which spreadsheets know it.
QByteArray csvOf(const QAbstractItemModel &model);

} // namespace slipway::console
