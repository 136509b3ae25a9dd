// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/rest/call.h"

#include <functional>

namespace slipway::twin {

/// Which part of a list is wanted.
struct Page {
    int number = 1;
    int size = 20;
    bool keyset = false; ///< Asked for with `pagination=keyset`: continues behind a key instead of counting.
    QString behind; ///< The key of the last entry the client has; empty for the start.
    int first() const { return (number - 1) * size; }
};
Page pageOf(const Call &call);

/// \a items are the page's; \a total is that of the whole list, negative when GitLab would not count it (then \a
/// hasNext says it). Above 10,000 GitLab stops telling the total.
httpserver::Reply pagedReply(const Call &call, const Page &page, const QJsonArray &items, qint64 total, bool hasNext = false);

/// The part of a list that a page shows, and how to answer with it.
struct Slice {
    Page page;
    int first = 0;
    int count = 0;
    qint64 total = 0;
    QString lastKey; ///< Set while there is more, for keyset paging.

    httpserver::Reply reply(const Call &call, const QJsonArray &items) const;
};
/// \a keyAt names the entry at an index; keys must be unique and in the list's order or its reverse.
Slice sliceOf(const Call &call, qsizetype total, const std::function<QString(qsizetype)> &keyAt);
/// A key that sorts like the number.
QString sortable(qint64 number);

/// A whole list in one go: cuts the page and renders its entries.
template <class Item>
httpserver::Reply listReply(const Call &call, const QList<Item> &found, const std::function<QString(const Item &)> &key,
                            const std::function<QJsonValue(const Item &)> &render)
{
    const Slice slice = sliceOf(call, found.size(), [&](qsizetype index) { return key(found[index]); });
    QJsonArray items;
    for (const Item &item : found.mid(slice.first, slice.count))
        items.append(render(item));
    return slice.reply(call, items);
}

} // namespace slipway::twin
