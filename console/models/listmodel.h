// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/rowsmodel.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>
#include <vector>

namespace slipway::console {

/// One column: exactly one of text and time says what it shows.
template <class Row>
struct Column {
    const char *title; ///< Marked for translation in the context Columns; also its name in settings.
    QString (*text)(const Row &) = nullptr;
    std::optional<Instant> (*time)(const Row &) = nullptr; ///< Shown as age; the tooltip has it in full.
    bool isAge = false; ///< Age instead of local time.
    bool isWord = false; ///< A stable word of the service: translated, with a sign.
    std::optional<qint64> (*number)(const Row &) = nullptr; ///< Sorts by it, stands right.
    QString (*hint)(const Row &) = nullptr; ///< Tooltip, where it says more.
};

/// What a list is: its columns, and what a row is known by.
template <class Row>
struct Table {
    std::vector<Column<Row>> columns;
    QString (*key)(const Row &);
    std::optional<Target> (*target)(const Row &) = nullptr;
    /// Takes out what is another at each look and is not shown: it would be taken for a change.
    void (*settle)(Row &) = nullptr;
};

/// RowsModel over one of the protocol's structs.
template <class Row>
class ListModel final : public RowsModel {
public:
    explicit ListModel(const Table<Row> &table, QObject *parent = nullptr)
        : RowsModel(parent)
        , m_table(table)
    {
    }

    /// The head is put in this order instead of the service's: true when the first belongs before the second.
    void setOrder(std::function<bool(const Row &, const Row &)> isBefore) { m_isBefore = std::move(isBefore); }

    const Row &at(int row) const { return m_rows[size_t(row)]; }
    const std::deque<Row> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_table.columns.size());
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
            return {};
        return QCoreApplication::translate("Columns", m_table.columns[size_t(section)].title);
    }

    QVariant data(const QModelIndex &index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Row &row = at(index.row());
        const Column<Row> &column = m_table.columns[size_t(index.column())];
        switch (role) {
        case Qt::DisplayRole: return shown(row, column);
        case Qt::ToolTipRole: return hint(row, column);
        case Qt::AccessibleTextRole:
            return headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString() + QStringLiteral(": ")
                + shown(row, column);
        case Qt::TextAlignmentRole:
            return column.number ? int(Qt::AlignRight | Qt::AlignVCenter) : int(Qt::AlignLeft | Qt::AlignVCenter);
        case ToneRole: return column.isWord ? QVariant(int(toneOf(column.text(row)))) : QVariant();
        case KeyRole: return m_table.key(row);
        case JsonRole: return QString::fromUtf8(QJsonDocument(row.toJson()).toJson());
        default: return {};
        }
    }

    QString keyAt(int row) const override { return m_table.key(at(row)); }
    int rowOf(const QString &key) const override
    {
        const auto found = std::ranges::find_if(m_rows, [&](const Row &row) { return m_table.key(row) == key; });
        return found == m_rows.end() ? -1 : int(found - m_rows.begin());
    }
    std::optional<Target> targetAt(int row) const override { return m_table.target ? m_table.target(at(row)) : std::nullopt; }
    QString columnName(int column) const override { return QString::fromLatin1(m_table.columns[size_t(column)].title); }

    std::vector<SortKey> sortKeys(int columnIndex) const override
    {
        const Column<Row> &column = m_table.columns[size_t(columnIndex)];
        std::vector<SortKey> keys;
        keys.reserve(m_rows.size());
        for (const Row &row : m_rows) {
            if (column.time)
                keys.push_back({ .number = column.time(row).value_or(Instant::min()).time_since_epoch().count() });
            else if (column.number)
                keys.push_back({ .number = column.number(row).value_or(std::numeric_limits<qint64>::min()) });
            else
                keys.push_back({ .text = column.text(row) });
        }
        return keys;
    }

    bool takeHead(const QJsonArray &items, bool isWhole) override
    {
        std::vector<Row> fresh;
        const bool isSound = read(items, fresh);
        if (m_isBefore)
            std::ranges::stable_sort(fresh, m_isBefore);
        merge(std::move(fresh), isWhole);
        return isSound;
    }

    bool takeMore(const QJsonArray &items) override
    {
        std::vector<Row> fresh;
        const bool isSound = read(items, fresh);
        QSet<QString> seen;
        std::erase_if(fresh, [&](const Row &row) { return m_keys.contains(m_table.key(row)) || isAgain(row, seen); });
        if (!fresh.empty())
            insert(m_rows.size(), fresh, 0, fresh.size());
        return isSound;
    }

    void clear() override { merge({}, true); }

    /// Makes the rows those of \a fresh, in its order; what comes after its last row stays unless \a isWhole.
    void merge(std::vector<Row> fresh, bool isWhole)
    {
        QSet<QString> wanted;
        // A row that moved between two pages comes twice: its first place counts.
        std::erase_if(fresh, [&](const Row &row) { return isAgain(row, wanted); });
        const size_t covered = coveredBy(wanted);
        // Without a common row, what is missing between the two is not known: the old ones go.
        removeUnwanted(wanted, isWhole || covered == 0 ? m_rows.size() : covered);
        for (size_t i = 0; i < fresh.size();) {
            if (!m_keys.contains(m_table.key(fresh[i])))
                i = insertRun(i, fresh);
            else
                place(i, fresh), ++i;
        }
    }

private:
    QString shown(const Row &row, const Column<Row> &column) const
    {
        if (column.time) {
            const auto at = column.time(row);
            return !at ? QString() : column.isAge ? ageOf(*at, now()) : localTime(*at);
        }
        const QString text = column.text(row);
        return column.isWord ? wordFor(text) : text.simplified();
    }

    QVariant hint(const Row &row, const Column<Row> &column) const
    {
        if (column.hint)
            return column.hint(row);
        if (column.time) {
            const auto at = column.time(row);
            return at ? QVariant(bothTimes(*at)) : QVariant();
        }
        return column.text(row);
    }

    bool isAgain(const Row &row, QSet<QString> &seen) const
    {
        const qsizetype before = seen.size();
        seen.insert(m_table.key(row));
        return seen.size() == before;
    }

    bool read(const QJsonArray &items, std::vector<Row> &rows) const
    {
        rows.reserve(size_t(items.size()));
        bool isSound = true;
        for (const QJsonValue &item : items) {
            if (auto row = Row::fromJson(item.toObject()))
                rows.push_back(std::move(*row));
            else
                isSound = false;
        }
        if (m_table.settle)
            std::ranges::for_each(rows, m_table.settle);
        return isSound;
    }

    /// Up to behind the last row that is still wanted: what comes after was not read anew. Looks no further than it has to, because
    /// what was read anew is the head of a list that may be long.
    size_t coveredBy(const QSet<QString> &wanted) const
    {
        auto left = std::ranges::count_if(wanted, [this](const QString &key) { return m_keys.contains(key); });
        size_t covered = 0;
        while (left > 0)
            left -= wanted.contains(m_table.key(m_rows[covered++])) ? 1 : 0;
        return covered;
    }

    void removeUnwanted(const QSet<QString> &wanted, size_t end)
    {
        while (end > 0) {
            if (wanted.contains(m_table.key(m_rows[end - 1]))) {
                --end;
                continue;
            }
            size_t begin = end - 1;
            while (begin > 0 && !wanted.contains(m_table.key(m_rows[begin - 1])))
                --begin;
            beginRemoveRows({}, int(begin), int(end) - 1);
            for (size_t i = begin; i < end; ++i)
                m_keys.remove(m_table.key(m_rows[i]));
            m_rows.erase(m_rows.begin() + qsizetype(begin), m_rows.begin() + qsizetype(end));
            endRemoveRows();
            end = begin;
        }
    }

    /// Those of \a fresh from \a from up to \a to, which are no longer needed there.
    void insert(size_t at, std::vector<Row> &fresh, size_t from, size_t to)
    {
        beginInsertRows({}, int(at), int(at + to - from) - 1);
        for (size_t i = from; i < to; ++i)
            m_keys.insert(m_table.key(fresh[i]));
        m_rows.insert(m_rows.begin() + qsizetype(at), std::make_move_iterator(fresh.begin() + qsizetype(from)),
                      std::make_move_iterator(fresh.begin() + qsizetype(to)));
        endInsertRows();
    }

    /// All that are new, one after the other, at once.
    size_t insertRun(size_t from, std::vector<Row> &fresh)
    {
        size_t to = from;
        while (to < fresh.size() && !m_keys.contains(m_table.key(fresh[to])))
            ++to;
        insert(from, fresh, from, to);
        return to;
    }

    void place(size_t target, const std::vector<Row> &fresh)
    {
        const QString key = m_table.key(fresh[target]);
        size_t source = target;
        while (m_table.key(m_rows[source]) != key)
            ++source;
        if (source != target) {
            beginMoveRows({}, int(source), int(source), {}, int(target));
            std::rotate(m_rows.begin() + qsizetype(target), m_rows.begin() + qsizetype(source),
                        m_rows.begin() + qsizetype(source) + 1);
            endMoveRows();
        }
        if (!(m_rows[target] == fresh[target])) {
            m_rows[target] = fresh[target];
            Q_EMIT dataChanged(index(int(target), 0), index(int(target), columnCount() - 1));
        }
    }

    const Table<Row> &m_table;
    std::deque<Row> m_rows; ///< New ones come at either end.
    QSet<QString> m_keys;
    std::function<bool(const Row &, const Row &)> m_isBefore;
};

} // namespace slipway::console
