// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/recorder.h"

#include "console/session/recordednetwork.h"
#include "shared/protocol/envelope.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

const QStringList lists {
    u"/api/v1/session"_s,
    u"/ops/v1/overview"_s,
    u"/ops/v1/config"_s,
    u"/ops/v1/attention?limit=100"_s,
    u"/ops/v1/batches?limit=100"_s,
    u"/ops/v1/operations?limit=100"_s,
    u"/ops/v1/pending-manual?limit=100"_s,
    u"/ops/v1/findings?limit=100"_s,
    u"/ops/v1/findings?limit=100&state=open"_s,
    u"/ops/v1/audit?limit=100"_s,
    u"/ops/v1/approvals?limit=100"_s,
    u"/ops/v1/actions?limit=100"_s,
};

} // namespace

Recorder::Recorder(QNetworkAccessManager &network, const Profile &profile, QObject *parent)
    : QObject(parent)
    , m_api(network)
    , m_profile(profile)
{
    m_api.setService(profile, {});
}

void Recorder::begin()
{
    for (const QByteArray &language : { QByteArray("en"), QByteArray("zh-CN") }) {
        for (const QString &list : lists)
            ask({ language, list, {} });
    }
    next();
}

void Recorder::ask(const Question &question)
{
    const QString name = RecordedNetwork::questionOf(question.body.isEmpty() ? "GET" : "POST", QUrl(question.path),
                                                     question.body, question.language);
    if (m_asked.contains(name))
        return;
    m_asked.insert(name);
    m_questions.enqueue(question);
}

void Recorder::next()
{
    if (m_questions.isEmpty()) {
        const QJsonObject whole { { u"recordedAt"_s, toIso(m_api.clock().now()) }, { u"answers"_s, m_answers } };
        Q_EMIT finished(QJsonDocument(whole).toJson(QJsonDocument::Compact), {});
        return;
    }
    const Question question = m_questions.dequeue();
    m_api.setLanguage(question.language);
    const auto done = [this, question](const Answer &answer) { take(question, answer); };
    if (question.body.isEmpty())
        m_api.get(question.path, this, done);
    else
        m_api.post(question.path, question.body, "recording", this, done);
}

void Recorder::take(const Question &question, const Answer &answer)
{
    if (answer.status == 0) {
        Q_EMIT finished({}, answer.message);
        return;
    }
    QJsonValue data = answer.data;
    if (data["nextCursor"_L1].isString()) { // A recording has the first page of each list and says that it is all.
        QJsonObject page = data.toObject();
        page.insert(u"nextCursor"_s, QJsonValue());
        data = page;
    }
    const protocol::Envelope envelope {
        .code = answer.code, .message = answer.message, .data = data, .traceId = answer.traceId
    };
    m_answers.append(QJsonObject {
        { u"question"_s,
          RecordedNetwork::questionOf(question.body.isEmpty() ? "GET" : "POST", QUrl(question.path), question.body,
                                      question.language) },
        { u"status"_s, answer.status },
        { u"answer"_s, envelope.toJson() },
    });
    if (answer.isOk() && question.body.isEmpty()) {
        const QJsonObject page = answer.object();
        askPlans(question.language, page.value("diagnosis"_L1).toObject());
        if (!question.path.contains("/audit"_L1)) {
            for (const QJsonValue &item : page.value("items"_L1).toArray())
                askAbout(question.language, item.toObject());
        }
    }
    next();
}

void Recorder::askAbout(const QByteArray &language, const QJsonObject &item)
{
    const QString operation = item.value("operationId"_L1).toString();
    if (!operation.isEmpty())
        ask({ language, u"/ops/v1/operations/"_s + operation, {} });
    if (const qint64 batch = item.value("batchId"_L1).toInteger(); batch > 0)
        ask({ language, u"/ops/v1/batches/%1"_s.arg(batch), {} });
    if (const QString action = item.value("actionId"_L1).toString(); !action.isEmpty())
        ask({ language, u"/ops/v1/actions/"_s + action, {} });
    askPlans(language, item.value("diagnosis"_L1).toObject());
}

void Recorder::askPlans(const QByteArray &language, const QJsonObject &diagnosis)
{
    for (const QJsonValue &advised : diagnosis.value("nextSafeActions"_L1).toArray()) {
        if (!advised["isOurs"_L1].toBool() || advised["targetId"_L1].toString().isEmpty())
            continue;
        const QJsonObject target { { u"type"_s, advised["targetType"_L1] }, { u"id"_s, advised["targetId"_L1] } };
        ask({ language, u"/ops/v1/actions"_s,
              QJsonObject { { u"action"_s, advised["action"_L1] },
                            { u"mode"_s, u"preview"_s },
                            { u"targets"_s, QJsonArray { target } } } });
    }
}

} // namespace slipway::console
