// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/twinclient.h"

#include "tests/support/await.h"

#include <stdexcept>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

const QString prefix = u"/__twin/v1"_s;

QJsonObject accepted(const JsonReply &reply, const QString &what)
{
    if (!reply.isSuccess())
        throw std::runtime_error(u"the twin refuses %1: %2"_s.arg(what, reply.text()).toStdString());
    return reply.object();
}

QList<QJsonObject> objects(const QJsonValue &array)
{
    QList<QJsonObject> list;
    for (const QJsonValue &value : array.toArray())
        list.append(value.toObject());
    return list;
}

QString withQuery(const QString &path, const QString &query) { return query.isEmpty() ? path : path + u'?' + query; }

} // namespace

QJsonObject TwinClient::get(const QString &path) { return accepted(m_http.get(prefix + path), path); }

QJsonObject TwinClient::post(const QString &path, const QJsonObject &body)
{
    return accepted(m_http.post(prefix + path, body), path);
}

void TwinClient::remove(const QString &path) { accepted(m_http.call("DELETE", prefix + path), path); }

void TwinClient::announceServices(const QList<QUrl> &services)
{
    QJsonArray urls;
    for (const QUrl &service : services)
        urls.append(service.toString(QUrl::StripTrailingSlash));
    post(u"/services"_s, { { "urls"_L1, urls } });
}

QList<QJsonObject> TwinClient::approvals() { return objects(get(u"/approvals"_s).value("approvals"_L1)); }

QJsonObject TwinClient::approvalOf(const QString &operationId)
{
    for (const QJsonObject &approval : approvals()) {
        if (approval.value("operation_id"_L1).toString() == operationId)
            return approval;
    }
    return {};
}

void TwinClient::decide(const QString &operationId, const QString &decision, const QString &approver,
                        std::chrono::milliseconds limit)
{
    QJsonObject approval;
    await([&] { return !(approval = approvalOf(operationId)).isEmpty(); }, limit);
    if (approval.isEmpty())
        throw std::runtime_error("nobody asked for an approval of " + operationId.toStdString());
    const QString key = QString::fromLatin1(QUrl::toPercentEncoding(approval.value("approval_key"_L1).toString()));
    post(u"/approvals/%1/decide"_s.arg(key), { { "decision"_L1, decision }, { "approver"_L1, approver } });
}

QString TwinClient::addFault(const QJsonObject &rule) { return post(u"/faults"_s, rule).value("id"_L1).toVariant().toString(); }

QJsonObject TwinClient::effectCounts(const QString &query)
{
    return get(withQuery(u"/effects"_s, query)).value("counts"_L1).toObject();
}

QList<QJsonObject> TwinClient::effects(const QString &query)
{
    return objects(get(withQuery(u"/effects"_s, query)).value("effects"_L1));
}

} // namespace slipway::support
