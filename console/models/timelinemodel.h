// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/operation.h"

#include <QAbstractTableModel>

#include <chrono>

namespace slipway::console {

/// Everything that happened to one request, wherever it was written down, in one line of time; where nothing happened for long, that is
/// said too, with what it stood at meanwhile.
class TimelineModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TimeColumn, SourceColumn, WhatColumn, OutcomeColumn, WhoColumn, DetailColumn, Columns };

    /// A line of the picture: what happened, or a gap before it.
    struct Line {
        protocol::TimelineItem item;
        std::optional<std::chrono::milliseconds> gap; ///< Then item is what it stood at.
        friend bool operator==(const Line &, const Line &) = default;
    };
    /// Pure. A gap is a silence longer than \a longest; \a now closes the last one : give none for a request that is over.
    static std::vector<Line> withGaps(const std::vector<protocol::TimelineItem> &items, std::chrono::milliseconds longest,
                                      std::optional<Instant> now);

    using QAbstractTableModel::QAbstractTableModel;
    void show(const std::vector<protocol::TimelineItem> &items, std::optional<Instant> now);
    void retranslate();
    /// For the clipboard: one line each.
    QString asText() const;

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_lines.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(Columns); }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString shown(const Line &line, int column) const;
    static QString gapText(const Line &line);

    std::vector<Line> m_lines;
};

} // namespace slipway::console
