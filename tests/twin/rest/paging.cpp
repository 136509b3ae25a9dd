// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/paging.h"

#include <QUrl>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Reply;

namespace {

constexpr qint64 countedAtMost = 10000;

QByteArray address(const Call &call, const QByteArray &further, const QStringList &without)
{
    QByteArray query;
    const auto items = call.request->queryItems();
    for (const auto &[key, value] : items) {
        if (!without.contains(key))
            query += QUrl::toPercentEncoding(key) + '=' + QUrl::toPercentEncoding(value) + '&';
    }
    return '<' + call.baseUrl().toLatin1() + call.request->path + '?' + query + further + '>';
}

QByteArray linkTo(const Call &call, const Page &page, int number, QByteArrayView relation)
{
    const QByteArray further = "page=" + QByteArray::number(number) + "&per_page=" + QByteArray::number(page.size);
    return address(call, further, { u"page"_s, u"per_page"_s }) + "; rel=\"" + relation.toByteArray() + '"';
}

/// Where the entries behind \a key begin, in a list that runs either way.
qsizetype indexBehind(const QString &key, qsizetype total, const std::function<QString(qsizetype)> &keyAt)
{
    // Lists that are ordered otherwise have no use for comparing; there the entry itself must still be found.
    for (qsizetype i = 0; i < total; ++i) {
        if (keyAt(i) == key)
            return i + 1;
    }
    const bool descends = total > 1 && keyAt(0) > keyAt(total - 1);
    qsizetype low = 0, high = total;
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        const QString found = keyAt(middle);
        if (descends ? found >= key : found <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace

Page pageOf(const Call &call)
{
    Page page;
    page.number = int(qBound(qint64(1), call.parameters.number("page"_L1).value_or(1), qint64(1'000'000)));
    page.size = int(qBound(qint64(1), call.parameters.number("per_page"_L1).value_or(20), qint64(100)));
    call.parameters.requireOneOf("pagination"_L1, { u"legacy"_s, u"offset"_s, u"keyset"_s });
    page.keyset = call.parameters.text("pagination"_L1) == "keyset"_L1;
    const QByteArray cursor = call.parameters.text("cursor"_L1).toLatin1();
    page.behind = QString::fromUtf8(QByteArray::fromBase64(cursor, QByteArray::Base64UrlEncoding));
    return page;
}

Reply pagedReply(const Call &call, const Page &page, const QJsonArray &items, qint64 total, bool hasNext)
{
    Reply reply = jsonReply(200, items);
    const bool known = total >= 0;
    const bool told = known && total <= countedAtMost;
    const int pages = known ? int((total + page.size - 1) / page.size) : 0;
    const bool next = known ? page.number < pages : hasNext;
    const auto number = [](bool present, qint64 value) { return present ? QByteArray::number(value) : QByteArray(""); };
    QByteArrayList links;
    if (page.number > 1)
        links.append(linkTo(call, page, page.number - 1, "prev"));
    if (next)
        links.append(linkTo(call, page, page.number + 1, "next"));
    links.append(linkTo(call, page, 1, "first"));
    if (told)
        links.append(linkTo(call, page, qMax(1, pages), "last"));
    reply.headers = { { "Link", links.join(", ") },
                      { "X-Page", QByteArray::number(page.number) },
                      { "X-Per-Page", QByteArray::number(page.size) },
                      { "X-Next-Page", number(next, page.number + 1) },
                      { "X-Prev-Page", number(page.number > 1, page.number - 1) } };
    if (told) {
        reply.headers.append({ "X-Total", QByteArray::number(total) });
        reply.headers.append({ "X-Total-Pages", QByteArray::number(pages) });
    }
    return reply;
}

Reply Slice::reply(const Call &call, const QJsonArray &items) const
{
    if (!page.keyset)
        return pagedReply(call, page, items, total);
    Reply reply = jsonReply(200, items);
    if (lastKey.isEmpty())
        return reply;
    const QByteArray further = "per_page=" + QByteArray::number(page.size)
        + "&cursor=" + lastKey.toUtf8().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
    reply.headers.append({ "Link", address(call, further, { u"page"_s, u"per_page"_s, u"cursor"_s }) + "; rel=\"next\"" });
    return reply;
}

Slice sliceOf(const Call &call, qsizetype total, const std::function<QString(qsizetype)> &keyAt)
{
    Slice slice;
    slice.page = pageOf(call);
    slice.total = total;
    qsizetype first = slice.page.first();
    if (slice.page.keyset)
        first = slice.page.behind.isEmpty() ? 0 : indexBehind(slice.page.behind, total, keyAt);
    slice.first = int(qMin(first, total));
    slice.count = int(qMin<qsizetype>(slice.page.size, total - slice.first));
    const qsizetype end = slice.first + slice.count;
    if (slice.page.keyset && slice.count > 0 && end < total)
        slice.lastKey = keyAt(end - 1);
    return slice;
}

QString sortable(qint64 number) { return QString::number(number).rightJustified(20, u'0'); }

} // namespace slipway::twin
