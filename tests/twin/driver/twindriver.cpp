// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/driver/twindriver.h"

#include "tests/twin/driver/onceonlybody.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QNetworkProxy>
#include <QNetworkReply>

namespace slipway::twin {

using namespace Qt::StringLiterals;

QByteArray TwinAnswer::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

TwinDriver::TwinDriver()
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
}

TwinDriver::~TwinDriver() { stop(); }

QString TwinDriver::start(const QString &program)
{
    m_process.start(program, { u"--data"_s, dataFolder() });
    if (!m_process.waitForStarted())
        return m_process.errorString();
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(60000))
            return u"no ready line: "_s + m_process.errorString() + u", exit code %1"_s.arg(m_process.exitCode());
    }
    const QJsonObject ready = QJsonDocument::fromJson(m_process.readLine()).object();
    m_api = ready[u"api"_s].toString();
    m_admin = ready[u"admin"_s].toString();
    return ready[u"ready"_s].toBool() ? QString() : u"the ready line is malformed"_s;
}

int TwinDriver::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return m_process.exitCode();
    m_process.terminate();
    if (m_process.waitForFinished(15000))
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    m_process.kill();
    m_process.waitForFinished();
    return -1;
}

void TwinDriver::kill()
{
    m_process.kill();
    m_process.waitForFinished();
}

TwinAnswer TwinDriver::raw(const QByteArray &method, const QUrl &url, const QList<QPair<QByteArray, QByteArray>> &headers,
                           const QByteArray &body)
{
    QNetworkRequest request(url);
    request.setTransferTimeout(60000);
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    for (const auto &[name, value] : headers)
        request.setRawHeader(name, value);
    OnceOnlyBody once(body);
    const bool bodiless = method == "GET" || method == "HEAD" || method == "DELETE";
    if (!bodiless)
        request.setHeader(QNetworkRequest::ContentLengthHeader, body.size());
    // As a custom verb HEAD would wait for the body that its Content-Length announces.
    QNetworkReply *reply = method == "HEAD" ? m_network.head(request)
        : bodiless                          ? m_network.sendCustomRequest(request, method)
                                            : m_network.sendCustomRequest(request, method, &once);
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    TwinAnswer answer;
    // Errors below ContentAccessDenied are of the network; the others only mirror a complete answer's status.
    const bool cut = (reply->error() != QNetworkReply::NoError && reply->error() < QNetworkReply::ContentAccessDenied)
        || reply->error() == QNetworkReply::ContentReSendError;
    if (!cut)
        answer.status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.body = reply->readAll();
    answer.headers = reply->rawHeaderPairs();
    const QJsonDocument document = QJsonDocument::fromJson(answer.body);
    answer.json = document.object();
    answer.list = document.array();
    delete reply;
    return answer;
}

TwinAnswer TwinDriver::api(const QByteArray &method, const QString &path, const QString &token, const QJsonObject &body)
{
    QList<QPair<QByteArray, QByteArray>> headers { { "Content-Type", "application/json" } };
    if (!token.isEmpty())
        headers.append({ "PRIVATE-TOKEN", token.toUtf8() });
    return raw(method, QUrl(m_api + u"/api/v4"_s + path), headers, QJsonDocument(body).toJson(QJsonDocument::Compact));
}

TwinAnswer TwinDriver::admin(const QByteArray &method, const QString &path, const QJsonObject &body)
{
    return raw(method, QUrl(m_admin + u"/__twin/v1"_s + path), { { "Content-Type", "application/json" } },
               QJsonDocument(body).toJson(QJsonDocument::Compact));
}

int TwinDriver::effectCount(const QString &kind)
{
    return admin("GET", u"/effects?kind="_s + kind).json[u"counts"_s][kind].toInt();
}

} // namespace slipway::twin
