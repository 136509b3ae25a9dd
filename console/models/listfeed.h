// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QObject>
#include <QUrlQuery>

namespace slipway::console {

struct Answer;
class ApiClient;
class RowsModel;

/// Keeps one model in step with one list of the service: reads its head anew when asked, and further pages when the model wants them.
/// Reads one page at a time; an answer to a question that was replaced meanwhile is dropped.
class ListFeed : public QObject {
    Q_OBJECT
public:
    /// \a path without a query. A list without pages answers all at once.
    ListFeed(ApiClient &api, RowsModel &model, const QString &path, QObject *parent = nullptr);

    /// Another question: the rows go, the head is read.
    void ask(const QUrlQuery &filter);
    /// Rows that were loaded are read anew, as far as is cheap; the rest stays as it was.
    void refresh();
    /// Goes on to the end; for export.
    void readAll();
    bool isReading() const { return m_isReading; }

Q_SIGNALS:
    /// Something was read, or could not be: then \a problem says why.
    void read(const QString &problem);
    /// The whole of a page's data, for lists that say more than their items.
    void pageRead(const QJsonObject &page);

private:
    void forget();
    void readPage(const QString &cursor);
    void take(const QJsonObject &page);
    void finishHead(const QString &cursor);
    void more();

    ApiClient &m_api;
    RowsModel &m_model;
    QString m_path;
    QUrlQuery m_filter;
    QJsonArray m_head; ///< Pages of the head that were read so far.
    QString m_cursor; ///< After the model's last row; empty at the end.
    int m_era = 0;
    bool m_isReading = false;
    bool m_isMore = false; ///< What is being read comes after the last row.
    bool m_readsAll = false;
};

} // namespace slipway::console
