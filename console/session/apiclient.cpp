// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/apiclient.h"

#include "shared/protocol/envelope.h"

#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPointer>
#include <QSslConfiguration>
#include <QSslError>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr qsizetype journalLines = 200;

QString explained(const QList<QSslError> &errors)
{
    if (errors.isEmpty())
        return {};
    switch (errors.first().error()) {
    case QSslError::HostNameMismatch:
        return ApiClient::tr("The service's certificate is for another host. Is the address right?");
    case QSslError::CertificateExpired: return ApiClient::tr("The service's certificate has expired.");
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetLocalIssuerCertificate:
        return ApiClient::tr("Nobody this computer trusts has signed the service's certificate. "
                             "Give the profile your company's authority file, if it has one.");
    default: return ApiClient::tr("The connection is not safe: %1").arg(errors.first().errorString());
    }
}

QString explained(QNetworkReply::NetworkError error, const QUrl &url)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError: return ApiClient::tr("Nothing listens at %1.").arg(url.authority());
    case QNetworkReply::HostNotFoundError: return ApiClient::tr("There is no host %1.").arg(url.host());
    case QNetworkReply::OperationCanceledError:
    case QNetworkReply::TimeoutError: return ApiClient::tr("The service did not answer in time.");
    case QNetworkReply::RemoteHostClosedError: return ApiClient::tr("The connection broke before the answer came.");
    default: return ApiClient::tr("The service cannot be reached.");
    }
}

} // namespace

ApiClient::ApiClient(QNetworkAccessManager &network, QObject *parent)
    : QObject(parent)
    , m_network(network)
{
}

void ApiClient::setService(const Profile &profile, const QString &token)
{
    m_profile = profile;
    m_token = token;
    ++m_era;
    Q_EMIT serviceChanged();
}

QNetworkRequest ApiClient::request(const QString &path) const
{
    QUrl url = m_profile.url;
    const QUrl relative(path);
    url.setPath(relative.path());
    url.setQuery(relative.query(QUrl::FullyEncoded));
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setRawHeader("Accept-Language", m_language);
    request.setRawHeader("Accept", "application/json");
    if (m_profile.proof == Profile::Proof::DevelopmentName)
        request.setRawHeader("X-Slipway-Dev-User", m_profile.account.toUtf8());
    else if (!m_token.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + m_token.toUtf8());
    if (!m_profile.caFile.isEmpty()) {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.addCaCertificates(m_profile.caFile);
        request.setSslConfiguration(tls);
    }
    request.setTransferTimeout(int(m_deadline.count()));
    return request;
}

void ApiClient::get(const QString &path, QObject *context, Done done)
{
    await(m_network.get(request(path)), context, std::move(done));
}

void ApiClient::post(const QString &path, const QJsonObject &body, const QByteArray &idempotencyKey, QObject *context,
                     Done done)
{
    QNetworkRequest prepared = request(path);
    prepared.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    prepared.setRawHeader("Idempotency-Key", idempotencyKey);
    await(m_network.post(prepared, QJsonDocument(body).toJson(QJsonDocument::Compact)), context, std::move(done));
}

QNetworkReply *ApiClient::open(const QString &path, const QByteArray &accept, const QByteArray &lastEventId)
{
    QNetworkRequest prepared = request(path);
    prepared.setRawHeader("Accept", accept);
    prepared.setRawHeader("Cache-Control", "no-store");
    prepared.setTransferTimeout(0);
    if (!lastEventId.isEmpty())
        prepared.setRawHeader("Last-Event-ID", lastEventId);
    return m_network.get(prepared);
}

void ApiClient::await(QNetworkReply *reply, QObject *context, Done done)
{
    ++m_underWay;
    auto problem = std::make_shared<QString>();
    connect(reply, &QNetworkReply::sslErrors, this,
            [problem](const QList<QSslError> &errors) { *problem = explained(errors); });
    connect(
        reply, &QNetworkReply::finished, this,
        [this, reply, problem, done = std::move(done), era = m_era, guard = QPointer<QObject>(context), wanted = !!context] {
            reply->deleteLater();
            --m_underWay;
            if (era != m_era)
                return;
            const Answer answer = read(*reply, *problem);
            note(*reply, answer);
            Q_EMIT answered(answer.status > 0 && answer.status < 500);
            if (!wanted || guard)
                done(answer);
        });
}

Answer ApiClient::read(QNetworkReply &reply, const QString &tlsProblem)
{
    Answer answer;
    const QByteArray text = reply.readAll();
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    // An answer cut off in the middle is none: what it would have said is not known.
    const bool isCut = reply.error() != QNetworkReply::NoError && reply.error() < QNetworkReply::ContentAccessDenied;
    if (status == 0 || isCut) {
        answer.message = tlsProblem.isEmpty() ? explained(reply.error(), reply.url()) : tlsProblem;
        return answer;
    }
    m_clock.learn(reply.rawHeader("Date"));
    answer.status = status;
    if (const auto envelope = protocol::Envelope::fromJson(QJsonDocument::fromJson(text).object())) {
        answer.code = envelope->code;
        answer.message = envelope->message;
        answer.data = envelope->data;
        answer.traceId = envelope->traceId;
    } else if (answer.isOk()) {
        answer.status = 0; // A proxy's page, not the service.
        answer.message = tr("What answers at %1 is not Slipway.").arg(reply.url().authority());
    } else {
        answer.message = tr("The service answered %1 without saying why.").arg(status);
    }
    return answer;
}

void ApiClient::note(const QNetworkReply &reply, const Answer &answer)
{
    const char *verb = reply.operation() == QNetworkAccessManager::PostOperation ? "POST" : "GET";
    m_journal.append(u"%1 %2 %3 %4 %5 %6"_s.arg(toIso(m_clock.now()), QLatin1StringView(verb), reply.url().path())
                         .arg(answer.status)
                         .arg(answer.code, answer.traceId));
    if (m_journal.size() > journalLines)
        m_journal.removeFirst();
}

} // namespace slipway::console
