// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"
#include "console/models/wording.h"

#include <QAbstractTableModel>
#include <QJsonArray>

#include <compare>
#include <functional>
#include <optional>
#include <vector>

namespace slipway::console {

/// What a row is sorted by in one column: a number where the column has one, else its text. Made once a sorting, for all rows.
struct SortKey {
    qint64 number = 0;
    QString text = {};

    friend std::strong_ordering operator<=>(const SortKey &a, const SortKey &b)
    {
        return a.number != b.number ? a.number <=> b.number : QString::compare(a.text, b.text) <=> 0;
    }
};

/// A table of rows read from the service, page by page. Each row has a key; reading anew changes only what differs, so that selection,
/// scroll and focus stay where they are. It never reads by itself: it says when it wants more. GUI thread.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        KeyRole = Qt::UserRole, ///< The row's key, also to copy.
        ToneRole, ///< Tone, where the column is a status.
        JsonRole, ///< The row as the service sent it, as text.
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// The head of the list as it is now. Rows after the last of \a items stay, unless \a isWhole. Returns whether all were readable.
    virtual bool takeHead(const QJsonArray &items, bool isWhole) = 0;
    /// The page after the last row.
    virtual bool takeMore(const QJsonArray &items) = 0;
    virtual void clear() = 0;

    virtual QString keyAt(int row) const = 0;
    virtual int rowOf(const QString &key) const = 0;
    virtual std::optional<Target> targetAt(int row) const = 0;
    /// Stable name of a column, for settings.
    virtual QString columnName(int column) const = 0;
    /// One a row. Cheap: it is called while somebody looks on.
    virtual std::vector<SortKey> sortKeys(int column) const = 0;

    bool canFetchMore(const QModelIndex &parent) const override { return !parent.isValid() && m_goesOn && !m_isFetching; }
    void fetchMore(const QModelIndex &parent) override;
    bool goesOn() const { return m_goesOn; }
    /// There is a page after the last row.
    void setGoesOn(bool goesOn) { m_goesOn = goesOn; }
    void setFetching(bool isFetching) { m_isFetching = isFetching; }

    /// By which ages are reckoned.
    void setNow(std::function<Instant()> now) { m_now = std::move(now); }
    void retranslate();

Q_SIGNALS:
    void moreWanted();

protected:
    Instant now() const { return m_now ? m_now() : Instant {}; }

private:
    std::function<Instant()> m_now;
    bool m_goesOn = false;
    bool m_isFetching = false;
};

} // namespace slipway::console
