// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/listfeed.h"

#include "console/models/rowsmodel.h"
#include "console/session/apiclient.h"

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// The largest page the service gives.
constexpr int pageSize = 100;
/// As much of a long list is read anew at each look.
constexpr int headRows = 300;

} // namespace

ListFeed::ListFeed(ApiClient &api, RowsModel &model, const QString &path, QObject *parent)
    : QObject(parent)
    , m_api(api)
    , m_model(model)
    , m_path(path)
{
    connect(&model, &RowsModel::moreWanted, this, &ListFeed::more);
    connect(&api, &ApiClient::serviceChanged, this, &ListFeed::forget);
}

void ListFeed::ask(const QUrlQuery &filter)
{
    m_filter = filter;
    forget();
    refresh();
}

void ListFeed::forget()
{
    ++m_era;
    m_isReading = false;
    m_readsAll = false;
    m_cursor.clear();
    m_model.clear();
    m_model.setGoesOn(false);
    m_model.setFetching(false);
}

void ListFeed::refresh()
{
    if (m_isReading)
        return;
    m_head = {};
    m_isMore = false;
    readPage({});
}

void ListFeed::readAll()
{
    m_readsAll = true;
    more();
}

void ListFeed::more()
{
    if (m_isReading || m_cursor.isEmpty())
        return;
    m_isMore = true;
    readPage(m_cursor);
}

void ListFeed::readPage(const QString &cursor)
{
    m_isReading = true;
    m_model.setFetching(true);
    QUrlQuery query = m_filter;
    const bool hasPages = m_path != "/ops/v1/config"_L1;
    if (hasPages)
        query.addQueryItem(u"limit"_s, QString::number(pageSize));
    if (!cursor.isEmpty())
        query.addQueryItem(u"cursor"_s, cursor);
    const QString whole = query.isEmpty() ? m_path : m_path + u'?' + query.toString(QUrl::FullyEncoded);
    m_api.get(whole, this, [this, era = m_era](const Answer &answer) {
        if (era != m_era)
            return;
        m_isReading = false;
        m_model.setFetching(false);
        if (answer.isOk()) {
            take(answer.object());
            return;
        }
        m_readsAll = false;
        Q_EMIT read(answer.message);
    });
}

void ListFeed::take(const QJsonObject &page)
{
    const QJsonArray items = page.value("items"_L1).toArray();
    const QString next = page.value("nextCursor"_L1).toString();
    if (m_isMore) {
        m_cursor = next;
        m_model.setGoesOn(!next.isEmpty());
        m_model.takeMore(items);
        Q_EMIT read({});
        if (m_readsAll)
            more();
        return;
    }
    if (m_head.isEmpty())
        Q_EMIT pageRead(page);
    for (const QJsonValue &item : items)
        m_head.append(item);
    if (!next.isEmpty() && m_head.size() < std::min(m_model.rowCount(), headRows)) {
        readPage(next);
        return;
    }
    finishHead(next);
}

void ListFeed::finishHead(const QString &cursor)
{
    const bool isWhole = cursor.isEmpty();
    m_model.takeHead(m_head, isWhole);
    // Rows beyond the head are still there: what follows the last of them is known already.
    const bool hasMoreRows = !isWhole && m_model.rowCount() > m_head.size();
    if (!hasMoreRows)
        m_cursor = cursor;
    m_model.setGoesOn(!m_cursor.isEmpty());
    m_head = {};
    Q_EMIT read({});
}

} // namespace slipway::console
