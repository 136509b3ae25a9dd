// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/rowsfilter.h"

#include "console/models/rowsmodel.h"
#include "console/models/sorting.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// So many are sorted and filtered in no time that anybody sees.
constexpr size_t atOnce = 2000;
constexpr qint64 sliceMs = 8;
/// More changed rows than this are one change of all between them.
constexpr int toldApart = 64;

} // namespace

RowsFilter::RowsFilter(RowsModel &rows, QObject *parent)
    : QAbstractProxyModel(parent)
    , m_rows(rows)
{
    m_again.setSingleShot(true);
    m_slice.setInterval(0);
    connect(&m_again, &QTimer::timeout, this, &RowsFilter::arrange);
    connect(&m_slice, &QTimer::timeout, this, &RowsFilter::filterSlice);
    setSourceModel(&rows);
    watch();
    m_shown.resize(size_t(rows.rowCount()));
    std::iota(m_shown.begin(), m_shown.end(), 0);
    reindex();
}

void RowsFilter::watch()
{
    connect(&m_rows, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { takeInserted(first, last); });
    connect(&m_rows, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { hideRemoved(first, last); });
    connect(&m_rows, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { takeRemoved(first, last); });
    connect(&m_rows, &QAbstractItemModel::rowsMoved, this,
            [this](const QModelIndex &, int first, int last, const QModelIndex &, int to) { takeMoved(first, last, to); });
    connect(&m_rows, &QAbstractItemModel::dataChanged, this, &RowsFilter::takeChanged);
    connect(&m_rows, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
    connect(&m_rows, &QAbstractItemModel::modelReset, this, &RowsFilter::takeAll);
}

int RowsFilter::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows.columnCount(); }

QVariant RowsFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? m_rows.headerData(section, orientation, role) : QVariant();
}

QModelIndex RowsFilter::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex RowsFilter::mapToSource(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= int(m_shown.size()))
        return {};
    return m_rows.index(m_shown[size_t(index.row())], index.column());
}

QModelIndex RowsFilter::mapFromSource(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= int(m_place.size()) || m_place[size_t(index.row())] < 0)
        return {};
    return createIndex(m_place[size_t(index.row())], index.column());
}

void RowsFilter::reindex()
{
    m_place.assign(size_t(m_rows.rowCount()), -1);
    for (size_t place = 0; place < m_shown.size(); ++place)
        m_place[size_t(m_shown[place])] = int(place);
}

// --- what the rows do --------------------------------------------------------------------------------------------------------

void RowsFilter::takeInserted(int first, int last)
{
    const int count = last - first + 1;
    for (int &row : m_shown)
        row += row >= first ? count : 0;
    ++m_era;
    reindex();
    if (m_slice.isActive()) {
        beginFilter();
        return;
    }
    std::vector<int> fresh;
    for (int row = first; row <= last; ++row) {
        if (accepts(row))
            fresh.push_back(row);
    }
    if (!fresh.empty()) {
        const auto after = m_column < 0 ? std::ranges::lower_bound(m_shown, first) : m_shown.end();
        insertShown(size_t(after - m_shown.begin()), fresh);
    }
    if (m_column >= 0)
        m_again.start();
}

void RowsFilter::hideRemoved(int first, int last)
{
    std::vector<int> places;
    for (int row = first; row <= last; ++row) {
        if (m_place[size_t(row)] >= 0)
            places.push_back(m_place[size_t(row)]);
    }
    hidePlaces(std::move(places));
}

void RowsFilter::takeRemoved(int first, int last)
{
    for (int &row : m_shown)
        row -= row > last ? last - first + 1 : 0;
    ++m_era;
    reindex();
    if (m_slice.isActive())
        beginFilter();
    else if (m_isSorting)
        m_again.start();
}

void RowsFilter::takeMoved(int first, int last, int to)
{
    const int count = last - first + 1;
    for (int &row : m_shown) {
        if (row >= first && row <= last)
            row += to < first ? to - first : to - last - 1;
        else if (to < first && row >= to && row < first)
            row += count;
        else if (to > last && row > last && row < to)
            row -= count;
    }
    ++m_era;
    reindex();
    if (m_slice.isActive())
        beginFilter();
    if (m_column < 0)
        arrange();
    else if (m_isSorting)
        m_again.start();
}

void RowsFilter::takeChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles)
{
    const bool isContent = roles.isEmpty(); // Else only how it is said: ages, languages.
    int first = int(m_shown.size());
    int last = -1;
    std::vector<int> gone;
    std::vector<int> fresh;
    for (int row = from.row(); row <= to.row(); ++row) {
        const int place = m_place[size_t(row)];
        const bool isWanted = !isContent || m_words.isEmpty() ? place >= 0 : accepts(row);
        if (isWanted && place < 0)
            fresh.push_back(row);
        else if (!isWanted && place >= 0)
            gone.push_back(place);
        else if (place >= 0 && to.row() - from.row() < toldApart)
            Q_EMIT dataChanged(index(place, from.column()), index(place, to.column()), roles);
        else if (place >= 0)
            first = std::min(first, place), last = std::max(last, place);
    }
    if (last >= first)
        Q_EMIT dataChanged(index(first, from.column()), index(last, to.column()), roles);
    hidePlaces(std::move(gone));
    for (const int row : fresh)
        insertShown(size_t((m_column < 0 ? std::ranges::lower_bound(m_shown, row) : m_shown.end()) - m_shown.begin()), { row });
    if (isContent && m_column >= 0)
        m_again.start();
}

void RowsFilter::takeAll()
{
    beginResetModel();
    m_shown.clear();
    for (int row = 0; row < m_rows.rowCount(); ++row) {
        if (accepts(row))
            m_shown.push_back(row);
    }
    ++m_era;
    m_slice.stop();
    reindex();
    endResetModel();
    arrange();
}

// --- which rows --------------------------------------------------------------------------------------------------------------

void RowsFilter::setWords(const QString &text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    beginFilter();
}

void RowsFilter::beginFilter()
{
    m_nextToFilter = 0;
    m_accepted.clear();
    m_slice.start();
    if (size_t(m_rows.rowCount()) <= atOnce)
        filterSlice();
}

void RowsFilter::filterSlice()
{
    const bool isShort = size_t(m_rows.rowCount()) <= atOnce;
    QElapsedTimer clock;
    clock.start();
    for (; m_nextToFilter < m_rows.rowCount(); ++m_nextToFilter) {
        if (!isShort && m_nextToFilter % 16 == 0 && clock.elapsed() >= sliceMs)
            return;
        if (accepts(m_nextToFilter))
            m_accepted.push_back(m_nextToFilter);
    }
    m_slice.stop();
    takeShown(std::exchange(m_accepted, {}));
}

/// \a wanted ascends. Few rows come and go one run after the other, which keeps what is chosen; many at once, or it would take long.
void RowsFilter::takeShown(std::vector<int> wanted)
{
    ++m_era;
    if (std::max(wanted.size(), m_shown.size()) > atOnce) {
        beginResetModel();
        m_shown = std::move(wanted);
        reindex();
        endResetModel();
    } else {
        std::vector<int> gone;
        for (size_t place = 0; place < m_shown.size(); ++place) {
            if (!std::ranges::binary_search(wanted, m_shown[place]))
                gone.push_back(int(place));
        }
        hidePlaces(std::move(gone));
        if (m_column < 0) {
            for (size_t i = 0; i < wanted.size(); ++i) {
                if (i >= m_shown.size() || m_shown[i] != wanted[i])
                    insertShown(i, { wanted[i] });
            }
        } else {
            std::erase_if(wanted, [&](int row) { return m_place[size_t(row)] >= 0; });
            insertShown(m_shown.size(), wanted);
        }
    }
    if (m_column >= 0)
        arrange();
}

void RowsFilter::insertShown(size_t at, const std::vector<int> &rows)
{
    if (rows.empty())
        return;
    beginInsertRows({}, int(at), int(at + rows.size()) - 1);
    m_shown.insert(m_shown.begin() + qsizetype(at), rows.begin(), rows.end());
    reindex();
    endInsertRows();
}

void RowsFilter::hidePlaces(std::vector<int> places)
{
    std::ranges::sort(places);
    while (!places.empty()) {
        const int last = places.back();
        int first = last;
        places.pop_back();
        while (!places.empty() && places.back() == first - 1) {
            --first;
            places.pop_back();
        }
        beginRemoveRows({}, first, last);
        m_shown.erase(m_shown.begin() + first, m_shown.begin() + last + 1);
        reindex();
        endRemoveRows();
    }
}

bool RowsFilter::accepts(int row) const
{
    return std::ranges::all_of(m_words, [&](const QString &word) { return holds(row, word); });
}

bool RowsFilter::holds(int row, const QString &word) const
{
    const qsizetype colon = word.indexOf(u':');
    const QString title = colon > 0 ? word.left(colon) : QString();
    const auto isNamed = [&](int column) {
        return m_rows.columnName(column).startsWith(title, Qt::CaseInsensitive)
            || m_rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(title, Qt::CaseInsensitive);
    };
    bool isTitle = false;
    for (int column = 0; colon > 0 && column < m_rows.columnCount(); ++column)
        isTitle = isTitle || isNamed(column);
    const QString wanted = isTitle ? word.mid(colon + 1) : word;
    for (int column = 0; column < m_rows.columnCount(); ++column) {
        if (isTitle && !isNamed(column))
            continue;
        if (m_rows.index(row, column).data().toString().contains(wanted, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

// --- in which order ----------------------------------------------------------------------------------------------------------

void RowsFilter::sort(int column, Qt::SortOrder order)
{
    m_column = column;
    m_order = order;
    if (m_shown.size() <= atOnce) {
        arrange();
        return;
    }
    // A header asks several times for one click; reading so many keys once is long enough.
    ++m_era;
    m_isSorting = true;
    m_again.start();
}

void RowsFilter::arrange()
{
    m_again.stop();
    ++m_era;
    m_isSorting = false;
    if (m_column < 0 || m_column >= columnCount()) {
        std::vector<int> order = m_shown;
        std::ranges::sort(order);
        takeOrder(std::move(order));
        return;
    }
    std::vector<SortKey> keys = m_rows.sortKeys(m_column);
    if (m_shown.size() <= atOnce) {
        takeOrder(sorted(m_shown, keys, m_order));
        return;
    }
    m_isSorting = true;
    QThreadPool::globalInstance()->start(
        [self = QPointer<RowsFilter>(this), era = m_era, rows = m_shown, keys = std::move(keys), order = m_order]() mutable {
            QMetaObject::invokeMethod(
                qApp,
                [self, era, rows = sorted(std::move(rows), keys, order)] {
                    if (!self || self->m_era != era)
                        return;
                    self->m_isSorting = false;
                    self->takeOrder(rows);
                },
                Qt::QueuedConnection);
        });
}

void RowsFilter::takeOrder(std::vector<int> order)
{
    if (order == m_shown)
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<int> stoodFor;
    for (const QModelIndex &each : before)
        stoodFor.push_back(m_shown[size_t(each.row())]);
    m_shown = std::move(order);
    reindex();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after.append(index(m_place[size_t(stoodFor[size_t(i)])], before[i].column()));
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

} // namespace slipway::console
