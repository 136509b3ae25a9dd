// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/exchange.h"

#include <QEventLoop>
#include <QTimer>

namespace slipway::outbound {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

// A host that drops our packets is noticed long before the deadline of the whole call.
constexpr milliseconds connectDeadline { 10000 };

bool isStatusError(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::NoError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
    case QNetworkReply::ContentAccessDenied:
    case QNetworkReply::ContentOperationNotPermittedError:
    case QNetworkReply::ContentNotFoundError:
    case QNetworkReply::AuthenticationRequiredError:
    case QNetworkReply::ContentConflictError:
    case QNetworkReply::ContentGoneError:
    case QNetworkReply::UnknownContentError:
    case QNetworkReply::ProtocolInvalidOperationError:
    case QNetworkReply::InternalServerError:
    case QNetworkReply::OperationNotImplementedError:
    case QNetworkReply::ServiceUnavailableError:
    case QNetworkReply::UnknownServerError: return true;
    default: return false;
    }
}

// Only what ends before a byte of the request can have left us; a timeout or a reset may come after.
bool certainlyUnsent(QNetworkReply::NetworkError error)
{
    return error == QNetworkReply::ConnectionRefusedError || error == QNetworkReply::HostNotFoundError
        || error == QNetworkReply::SslHandshakeFailedError || error == QNetworkReply::ProxyConnectionRefusedError
        || error == QNetworkReply::ProxyNotFoundError || error == QNetworkReply::ProxyAuthenticationRequiredError
        || error == QNetworkReply::ProtocolUnknownError;
}

QByteArray payloadOf(const Call &call)
{
    // Qt repeats requests with an empty body whatever the device says, so there is none.
    if (call.verb != Verb::Get && call.body.isEmpty())
        return QByteArrayLiteral("{}");
    return call.body;
}

} // namespace

Exchange::Exchange(QNetworkAccessManager &network, const Call &call, const QUrl &url, milliseconds left)
    : m_call(call)
    , m_left(left)
    , m_body(payloadOf(call))
{
    start(network, url);
}

Exchange::~Exchange() = default;

QNetworkRequest Exchange::request(const QUrl &url) const
{
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // Only a second net below our own timer: Qt's begins anew with each byte and is coarse.
    request.setTransferTimeout(int(m_left.count()) + 1000);
    request.setRawHeader("User-Agent", "slipway");
    request.setRawHeader("Accept", "application/json");
    // Unpacked sizes could not be bounded, and a body cut short could not be told from a whole one.
    request.setRawHeader("Accept-Encoding", "identity");
    if (m_call.verb != Verb::Get) {
        request.setRawHeader("Content-Type", "application/json");
        request.setRawHeader("Content-Length", QByteArray::number(m_body.bytesAvailable()));
    }
    for (const auto &[name, value] : m_call.headers)
        request.setRawHeader(name, value);
    return request;
}

void Exchange::start(QNetworkAccessManager &network, const QUrl &url)
{
    const QNetworkRequest prepared = request(url);
    switch (m_call.verb) {
    case Verb::Get: m_reply.reset(network.get(prepared)); break;
    case Verb::Post: m_reply.reset(network.post(prepared, &m_body)); break;
    case Verb::Put: m_reply.reset(network.put(prepared, &m_body)); break;
    case Verb::Delete: m_reply.reset(network.sendCustomRequest(prepared, "DELETE", &m_body)); break;
    }
    m_reply->setReadBufferSize(0);
}

Answer Exchange::wait()
{
    QEventLoop loop;
    QTimer total;
    QTimer connecting;
    const auto alive = [this] { m_alive = true; };
    total.setSingleShot(true);
    total.setTimerType(Qt::PreciseTimer);
    connecting.setSingleShot(true);
    QObject::connect(&total, &QTimer::timeout, &loop,
                     [this] { stop(u"no complete answer within %1 ms"_s.arg(m_left.count())); });
    QObject::connect(&connecting, &QTimer::timeout, &loop, [this] {
        if (!m_alive)
            stop(u"not connected within %1 ms"_s.arg(connectDeadline.count()));
    });
    QObject::connect(m_reply.get(), &QNetworkReply::requestSent, &loop, alive);
    QObject::connect(m_reply.get(), &QNetworkReply::encrypted, &loop, alive);
    QObject::connect(m_reply.get(), &QNetworkReply::uploadProgress, &loop, alive);
    QObject::connect(m_reply.get(), &QNetworkReply::metaDataChanged, &loop, [this] { checkSize(); });
    QObject::connect(m_reply.get(), &QNetworkReply::readyRead, &loop, [this] { takeBytes(); });
    QObject::connect(m_reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    total.start(m_left);
    connecting.start(connectDeadline);
    if (!m_reply->isFinished())
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    return conclude();
}

void Exchange::stop(const QString &why)
{
    if (m_reply->isFinished())
        return;
    m_stopped = why;
    m_reply->abort();
}

void Exchange::checkSize()
{
    m_alive = true;
    if (m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong() > m_call.replyLimit)
        stop(u"the answer is larger than %1 bytes"_s.arg(m_call.replyLimit));
}

void Exchange::takeBytes()
{
    m_bytes += m_reply->readAll();
    if (m_bytes.size() > m_call.replyLimit)
        stop(u"the answer is larger than %1 bytes"_s.arg(m_call.replyLimit));
}

Answer Exchange::conclude()
{
    Answer answer;
    const auto error = m_reply->error();
    if (m_stopped.isEmpty() && m_reply->isOpen())
        m_bytes += m_reply->readAll();
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QVariant promised = m_reply->header(QNetworkRequest::ContentLengthHeader);
    const bool cut = promised.isValid() && status != 204 && status != 304 && m_bytes.size() < promised.toLongLong();
    if (m_stopped.isEmpty() && status > 0 && isStatusError(error) && !cut) {
        answer.transport = Answer::Transport::Answered;
        answer.status = status;
        answer.headers = m_reply->rawHeaderPairs();
        answer.body = m_bytes;
        return answer;
    }
    const bool unsent = m_stopped.isEmpty() && status == 0 && certainlyUnsent(error);
    answer.transport = unsent ? Answer::Transport::NotSent : Answer::Transport::Lost;
    if (!m_stopped.isEmpty())
        answer.problem = m_stopped;
    else if (cut)
        answer.problem = u"the answer was cut after %1 of %2 bytes"_s.arg(m_bytes.size()).arg(promised.toLongLong());
    else
        answer.problem = m_reply->errorString();
    return answer;
}

} // namespace slipway::outbound
