// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/serviceclient.h"

#include <QDeadlineTimer>
#include <QUrlQuery>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

ServiceClient::ServiceClient(const QList<QUrl> &instances, const QString &account)
    : m_http(instances)
    , m_account(account)
{
}

QByteArray ServiceClient::identityHeader() { return "X-Slipway-Dev-User"; }

Headers ServiceClient::withIdentity(Headers headers) const
{
    headers.append({ identityHeader(), m_account.toUtf8() });
    return headers;
}

JsonReply ServiceClient::submit(const QJsonObject &change, const Headers &headers)
{
    return post(u"/api/v1/changes"_s, change, headers);
}

JsonReply ServiceClient::get(const QString &operationId, qint64 afterVersion, std::chrono::milliseconds wait)
{
    QString path = u"/api/v1/changes/"_s + operationId;
    if (afterVersion >= 0)
        path += u"?afterVersion=%1&waitMs=%2"_s.arg(afterVersion).arg(wait.count());
    return get(path, Headers());
}

JsonReply ServiceClient::withdraw(const QString &operationId, const QString &reason)
{
    QJsonObject body;
    if (!reason.isEmpty())
        body.insert("reason"_L1, reason);
    return post(u"/api/v1/changes/%1/withdraw"_s.arg(operationId), body);
}

JsonReply ServiceClient::list(const QString &query)
{
    return get(query.isEmpty() ? u"/api/v1/changes"_s : u"/api/v1/changes?"_s + query, Headers());
}

QList<QJsonObject> ServiceClient::listAll()
{
    QList<QJsonObject> all;
    QString cursor;
    do {
        const QString more =
            cursor.isEmpty() ? QString() : u"&cursor="_s + QString::fromLatin1(QUrl::toPercentEncoding(cursor));
        const JsonReply page = list(u"limit=100"_s + more);
        if (!page.isSuccess())
            throw std::runtime_error("the list of changes cannot be read: " + page.text().toStdString());
        const QJsonArray items = page.data().value("items"_L1).toArray();
        for (const QJsonValue &item : items)
            all.append(item.toObject());
        cursor = page.data().value("nextCursor"_L1).toString();
    } while (!cursor.isEmpty());
    return all;
}

QJsonObject ServiceClient::follow(const QString &operationId, const QStringList &statuses, std::chrono::milliseconds limit)
{
    const QDeadlineTimer deadline(limit);
    QJsonObject last;
    qint64 version = -1;
    while (!deadline.hasExpired()) {
        const auto wait = std::min<std::chrono::milliseconds>(std::chrono::milliseconds(deadline.remainingTime()), 5s);
        const JsonReply reply = get(operationId, version, wait);
        if (reply.status == 200) {
            last = reply.data();
            version = last.value("version"_L1).toInteger();
            if (statuses.contains(last.value("bindingStatus"_L1).toString()))
                break;
        } else if (reply.status != 304 && reply.status != 503 && reply.status != 0) {
            break; // 503 and no answer: a service that is being restarted.
        }
    }
    return last;
}

} // namespace slipway::support
