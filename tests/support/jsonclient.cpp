// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/jsonclient.h"

#include "tests/support/await.h"

#include <QJsonDocument>
#include <QNetworkProxy>
#include <QNetworkReply>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

QByteArray bytesOf(const QJsonValue &body)
{
    if (body.isUndefined())
        return {};
    return body.isArray() ? QJsonDocument(body.toArray()).toJson(QJsonDocument::Compact)
                          : QJsonDocument(body.toObject()).toJson(QJsonDocument::Compact);
}

JsonReply replyOf(QNetworkReply &network)
{
    JsonReply reply;
    reply.status = network.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    // HTTP errors are answers too; only a transport that broke off leaves nothing to look at.
    if (network.error() != QNetworkReply::NoError && network.error() < QNetworkReply::ProxyConnectionRefusedError)
        reply.status = 0;
    if (reply.status == 0)
        reply.problem = network.errorString();
    reply.headers = network.rawHeaderPairs();
    const QJsonDocument document = QJsonDocument::fromJson(network.readAll());
    if (document.isArray())
        reply.body = document.array();
    else if (document.isObject())
        reply.body = document.object();
    return reply;
}

} // namespace

QByteArray JsonReply::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

QString JsonReply::text() const
{
    if (status == 0)
        return problem;
    return u"%1 %2"_s.arg(status).arg(QString::fromUtf8(bytesOf(body)).left(500));
}

JsonClient::JsonClient(const QUrl &base)
    : JsonClient(QList<QUrl> { base })
{
}

JsonClient::JsonClient(QList<QUrl> bases)
    : m_bases(std::move(bases))
{
    // Everything we talk to is on this machine, whatever proxy the environment names.
    m_network.setProxy(QNetworkProxy::NoProxy);
}

JsonClient::~JsonClient() = default;

void JsonClient::send(const QByteArray &method, const QString &path, const QJsonValue &body, const Headers &headers,
                      std::function<void(const JsonReply &)> done)
{
    const QUrl &base = m_bases[m_turn++ % m_bases.size()];
    QNetworkRequest request(QUrl(base.toString(QUrl::StripTrailingSlash) + path));
    request.setTransferTimeout(int(m_deadline.count()));
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    if (!body.isUndefined())
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    for (const auto &[name, value] : headers)
        request.setRawHeader(name, value);
    QNetworkReply *network = m_network.sendCustomRequest(request, method, bytesOf(body));
    ++m_inFlight;
    QObject::connect(network, &QNetworkReply::finished, &m_network, [this, network, done = std::move(done)] {
        --m_inFlight;
        network->deleteLater();
        done(replyOf(*network));
    });
}

JsonReply JsonClient::call(const QByteArray &method, const QString &path, const QJsonValue &body, const Headers &headers)
{
    // Shared: an interruption leaves this function while the call is still in flight.
    const auto answer = std::make_shared<std::optional<JsonReply>>();
    send(method, path, body, headers, [answer](const JsonReply &reply) { *answer = reply; });
    await([&] { return answer->has_value(); }, m_deadline + 5s);
    return answer->value_or(JsonReply { .problem = u"no answer"_s });
}

bool JsonClient::settle(std::chrono::milliseconds limit)
{
    return await([this] { return m_inFlight == 0; }, limit);
}

} // namespace slipway::support
