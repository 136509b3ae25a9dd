// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/pagequery.h"
#include "service/contract/reply.h"

#include <QJsonArray>

#include <vector>

namespace slipway {

/// A page of a list: the rows asked for, and whether there are more. Statements are asked for one row more than is shown. It knows
/// nothing of what its rows mean: how one is shown and where the next page begins is told to answer().
template <class RowType>
class Page {
public:
    Page(std::vector<RowType> rows, int limit)
        : m_rows(std::move(rows))
        , m_goesOn(m_rows.size() > size_t(limit))
    {
        if (m_goesOn)
            m_rows.resize(size_t(limit));
    }

    const std::vector<RowType> &rows() const { return m_rows; }

    /// {items, nextCursor}; \a show makes JSON of a row, \a end the cursor's parts of the last one.
    template <class Show, class End>
    Reply answer(const QString &list, Show &&show, End &&end) const
    {
        QJsonArray items;
        for (const RowType &row : m_rows)
            items.append(show(row));
        Reply reply;
        reply.data = QJsonObject {
            { QStringLiteral("items"), items },
            { QStringLiteral("nextCursor"),
              m_goesOn ? QJsonValue(PageQuery::cursorAfter(list, end(m_rows.back()))) : QJsonValue() },
        };
        return reply;
    }

private:
    std::vector<RowType> m_rows;
    bool m_goesOn;
};

/// Later than every time and id: where the first page of a list that goes backwards begins, so that it needs no statement of its own.
inline QString endOfTime() { return QStringLiteral("9999-12-31 23:59:59.999999"); }
inline QString endOfIds() { return QStringLiteral("~"); }

} // namespace slipway
