// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/timelinemodel.h"

#include "console/models/rowsmodel.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr std::chrono::minutes namedGap { 1 };

std::chrono::milliseconds between(Instant from, Instant to)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(to - from);
}

/// What is no change of state: a call, a batch, a vote.
QString sourceText(const protocol::TimelineItem &item)
{
    const QString number = item.what.section(u' ', 1);
    if (item.what.startsWith("batch "_L1))
        return wordFor(u"batch"_s) + u' ' + number;
    return factValue(item.what);
}

bool isSame(const TimelineModel::Line &a, const TimelineModel::Line &b)
{
    return a.item.at == b.item.at && a.item.source == b.item.source && a.item.what == b.item.what
        && a.gap.has_value() == b.gap.has_value();
}

} // namespace

std::vector<TimelineModel::Line> TimelineModel::withGaps(const std::vector<protocol::TimelineItem> &items,
                                                         std::chrono::milliseconds longest, std::optional<Instant> now)
{
    std::vector<Line> lines;
    std::optional<protocol::TimelineItem> standing;
    const auto close = [&](Instant from, Instant to) {
        if (between(from, to) <= longest)
            return;
        protocol::TimelineItem gap = standing.value_or(protocol::TimelineItem {});
        gap.at = from;
        lines.push_back({ gap, between(from, to) });
    };
    for (size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            close(items[i - 1].at, items[i].at);
        lines.push_back({ items[i], std::nullopt });
        if (items[i].toStep)
            standing = items[i];
    }
    if (now && !items.empty())
        close(items.back().at, *now);
    return lines;
}

void TimelineModel::show(const std::vector<protocol::TimelineItem> &items, std::optional<Instant> now)
{
    std::vector<Line> fresh = withGaps(items, namedGap, now);
    if (fresh == m_lines)
        return;
    // It only ever grows at its end; the same beginning keeps selection and scroll.
    size_t common = 0;
    while (common < m_lines.size() && common < fresh.size() && isSame(m_lines[common], fresh[common]))
        ++common;
    if (common < m_lines.size()) {
        beginRemoveRows({}, int(common), int(m_lines.size()) - 1);
        m_lines.resize(common);
        endRemoveRows();
    }
    std::copy(fresh.begin(), fresh.begin() + qsizetype(common), m_lines.begin());
    if (common > 0)
        Q_EMIT dataChanged(index(0, 0), index(int(common) - 1, Columns - 1));
    if (common < fresh.size()) {
        beginInsertRows({}, int(common), int(fresh.size()) - 1);
        m_lines.insert(m_lines.end(), fresh.begin() + qsizetype(common), fresh.end());
        endInsertRows();
    }
}

void TimelineModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (!m_lines.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

QString TimelineModel::gapText(const Line &line)
{
    const QString length = duration(*line.gap);
    if (!line.item.toStep)
        return tr("nothing for %1").arg(length);
    return tr("nothing for %1 while: %2").arg(length, wordFor(line.item.toStatus.value_or(QString())));
}

QString TimelineModel::shown(const Line &line, int column) const
{
    const protocol::TimelineItem &item = line.item;
    if (line.gap)
        return column == TimeColumn ? localTime(item.at) : column == WhatColumn ? gapText(line) : QString();
    switch (column) {
    case TimeColumn: return localTime(item.at);
    case SourceColumn: return wordFor(item.source);
    case WhatColumn:
        return item.toStep ? u"%1 → %2"_s.arg(eventText(item.what), stepText(item.toStep->code, item.toStep->name))
                           : sourceText(item);
    case OutcomeColumn: return item.toStatus ? wordFor(*item.toStatus) : wordFor(item.outcome.value_or(QString()));
    case WhoColumn: return wordFor(item.actor.value_or(QString()));
    default: return item.detail.value_or(QString()).simplified();
    }
}

QVariant TimelineModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Line &line = m_lines[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return shown(line, index.column());
    case Qt::ToolTipRole: return index.column() == TimeColumn ? bothTimes(line.item.at) : shown(line, index.column());
    case Qt::FontRole: {
        QFont font;
        font.setItalic(line.gap.has_value());
        return font;
    }
    case RowsModel::ToneRole:
        if (index.column() == SourceColumn && !line.gap)
            return int(line.item.toStatus ? toneOf(*line.item.toStatus) : Tone::Neutral);
        return index.column() == WhatColumn && line.gap ? QVariant(int(Tone::Waiting)) : QVariant();
    default: return {};
    }
}

QVariant TimelineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("When");
    case SourceColumn: return tr("Where from");
    case WhatColumn: return tr("What");
    case OutcomeColumn: return tr("Outcome");
    case WhoColumn: return tr("Who");
    default: return tr("Detail");
    }
}

QString TimelineModel::asText() const
{
    QString text;
    for (const Line &line : m_lines) {
        QStringList fields;
        for (int column = 0; column < Columns; ++column)
            fields.append(shown(line, column));
        text += fields.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace slipway::console
