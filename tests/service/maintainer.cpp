// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"

#include "service/database/connection.h"
#include "tests/support/await.h"

#include <QFile>
#include <QJsonDocument>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {
namespace {

[[noreturn]] void disappointed(const QString &what, const QJsonValue &seen)
{
    const QJsonDocument shown(QJsonObject { { u"seen"_s, seen } });
    throw std::runtime_error((what + u"; "_s + QString::fromUtf8(shown.toJson(QJsonDocument::Compact))).toStdString());
}

QStringList namesIn(const QJsonObject &page, QLatin1StringView list)
{
    QStringList names;
    for (const QJsonValue &each : page["diagnosis"_L1][list].toArray())
        names.append(each["action"_L1].toString());
    return names;
}

} // namespace

Maintainers::Maintainers()
{
    QFile roles(m_folder.filePath(u"roles.toml"_s));
    if (!roles.open(QIODevice::WriteOnly) || roles.write("ops.read = [\"olga\", \"bob\"]\nops.act = [\"olga\", \"bob\"]\n") < 0)
        throw std::runtime_error("the roles could not be written");
}

QMap<QString, QString> Maintainers::boot() const
{
    return { { u"permission.rolesFile"_s, u"\"%1\""_s.arg(m_folder.filePath(u"roles.toml"_s)) } };
}

QJsonObject Maintainers::get(const QString &path)
{
    const JsonReply reply = m_journey->stack().as(u"olga"_s).get(path, Headers {});
    if (reply.status != 200)
        disappointed(u"GET %1 was answered %2"_s.arg(path).arg(reply.status), reply.body);
    return reply.data();
}

int Maintainers::statusOf(const QString &path) { return m_journey->stack().as(u"olga"_s).get(path, Headers {}).status; }

JsonReply Maintainers::post(const QJsonObject &body, const Headers &headers, const QString &who)
{
    return m_journey->stack().as(who).post(u"/ops/v1/actions"_s, body, headers);
}

QJsonObject Maintainers::preview(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters,
                                 const QString &who)
{
    const JsonReply reply = post({ { u"action"_s, action },
                                   { u"mode"_s, u"preview"_s },
                                   { u"targets"_s, QJsonArray { QJsonObject { { u"type"_s, type }, { u"id"_s, id } } } },
                                   { u"parameters"_s, parameters },
                                   { u"reason"_s, u"a test"_s } },
                                 {}, who);
    if (reply.status != 200)
        disappointed(u"the preview of %1 was answered %2"_s.arg(action).arg(reply.status), reply.body);
    return reply.data();
}

QString Maintainers::wouldCome(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters,
                               const QString &who)
{
    const QJsonObject item = preview(action, type, id, parameters, who).value("items"_L1).toArray().first().toObject();
    const QString code = item.value("code"_L1).toString();
    return item.value("outcome"_L1).toString() + (code.isEmpty() ? QString() : u' ' + code);
}

QJsonObject Maintainers::act(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters,
                             const QString &who)
{
    const QJsonObject plan = preview(action, type, id, parameters, who);
    const JsonReply reply = post({ { u"action"_s, action },
                                   { u"mode"_s, u"execute"_s },
                                   { u"targets"_s, QJsonArray { QJsonObject { { u"type"_s, type }, { u"id"_s, id } } } },
                                   { u"parameters"_s, parameters },
                                   { u"reason"_s, u"a test"_s },
                                   { u"planHash"_s, plan.value("planHash"_L1) } },
                                 {}, who);
    if (reply.status != 200)
        disappointed(u"%1 was answered %2"_s.arg(action).arg(reply.status), reply.body);
    QJsonObject result = reply.data().value("items"_L1).toArray().first().toObject();
    result.insert(u"actionId"_s, reply.data().value("actionId"_L1));
    result.insert(u"state"_s, reply.data().value("state"_L1));
    return result;
}

QString Maintainers::codeOf(const QJsonObject &page) { return page["diagnosis"_L1]["code"_L1].toString(); }

QJsonObject Maintainers::awaitDiagnosis(const QString &operationId, const QString &code)
{
    QJsonObject seen;
    const bool there = await(
        [&] {
            seen = operation(operationId);
            return codeOf(seen) == code;
        },
        30s);
    if (!there)
        disappointed(u"%1 was not diagnosed %2"_s.arg(operationId, code), seen);
    return seen;
}

QJsonObject Maintainers::awaitBatch(qint64 id, const QString &status)
{
    QJsonObject seen;
    const bool there = await(
        [&] {
            seen = batch(id);
            return seen.value("status"_L1) == status;
        },
        30s);
    if (!there)
        disappointed(u"batch %1 did not become %2"_s.arg(id).arg(status), seen);
    return seen;
}

QStringList Maintainers::advised(const QJsonObject &page) { return namesIn(page, "nextSafeActions"_L1); }
QStringList Maintainers::blocked(const QJsonObject &page) { return namesIn(page, "blockedActions"_L1); }

int Maintainers::sql(const char *text)
{
    const StackRecord &record = m_journey->stack().record();
    database::Connection connection(
        { .socket = record.databaseSocket, .host = {}, .schema = u"slipway"_s, .user = record.databaseUser, .password = {} });
    return connection.write({ "test/direct", text });
}

} // namespace slipway::support
