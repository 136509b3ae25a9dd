// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/recordednetwork.h"

#include "console/session/recordedreply.h"
#include "shared/protocol/envelope.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QByteArray enveloped(const QString &code, const QString &message)
{
    const protocol::Envelope envelope { .code = code, .message = message, .traceId = {} };
    return QJsonDocument(envelope.toJson()).toJson(QJsonDocument::Compact);
}

} // namespace

RecordedNetwork::RecordedNetwork(const QByteArray &recording, QObject *parent)
    : QNetworkAccessManager(parent)
{
    const QJsonObject whole = QJsonDocument::fromJson(recording).object();
    m_recordedAt = fromIso(whole.value("recordedAt"_L1).toString()).value_or(Instant {});
    for (const QJsonValue &each : whole.value("answers"_L1).toArray()) {
        m_answers.insert(
            each["question"_L1].toString(),
            { each["status"_L1].toInt(), QJsonDocument(each["answer"_L1].toObject()).toJson(QJsonDocument::Compact) });
    }
    m_since.start();
}

QString RecordedNetwork::questionOf(const QByteArray &method, const QUrl &url, const QJsonObject &body,
                                    const QByteArray &language)
{
    QUrlQuery query(url);
    query.removeQueryItem(u"limit"_s);
    QString question = QString::fromLatin1(method) + u' ' + url.path();
    if (!query.isEmpty())
        question += u'?' + query.toString();
    if (!body.isEmpty())
        question += u" %1 %2/%3"_s.arg(body["action"_L1].toString(), body["targets"_L1][0]["type"_L1].toString(),
                                       body["targets"_L1][0]["id"_L1].toString());
    return question + u' ' + QString::fromLatin1(language);
}

QByteArray RecordedNetwork::date() const
{
    const auto now =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_recordedAt.time_since_epoch()).count() + m_since.elapsed();
    return QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(now, Qt::UTC), u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s).toLatin1();
}

QNetworkReply *RecordedNetwork::createRequest(Operation operation, const QNetworkRequest &request, QIODevice *body)
{
    const bool isPost = operation == PostOperation;
    const QJsonObject asked = body ? QJsonDocument::fromJson(body->readAll()).object() : QJsonObject();
    if (isPost && asked.value("mode"_L1) != "preview"_L1)
        return new RecordedReply(operation, request, 403,
                                 enveloped(u"RECORDING"_s, tr("This is a recording: nothing can be done to it.")), date(),
                                 this);
    const QByteArray language = request.rawHeader("Accept-Language");
    const QByteArray method = isPost ? "POST" : "GET";
    auto found = m_answers.constFind(questionOf(method, request.url(), asked, language));
    if (found == m_answers.constEnd() && !isPost) // A filter nobody recorded: the whole list is the next best.
        found = m_answers.constFind(questionOf(method, request.url().adjusted(QUrl::RemoveQuery), asked, language));
    if (found == m_answers.constEnd())
        return new RecordedReply(operation, request, 404, enveloped(u"NOT_FOUND"_s, tr("This is not in the recording.")),
                                 date(), this);
    return new RecordedReply(operation, request, found->status, found->body, date(), this);
}

} // namespace slipway::console
