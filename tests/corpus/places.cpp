// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/places.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QUrl>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

QByteArray json(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

} // namespace

QByteArray Places::request(const QByteArray &line, const QByteArray &fields, const QByteArray &body) const
{
    QByteArray bytes = line + "\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + fields;
    if (!body.isEmpty() || line.startsWith("POST"))
        bytes += "Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n";
    return bytes + "\r\n" + body;
}

QByteArray Places::posted(const QByteArray &path, const QJsonObject &body, const QByteArray &account) const
{
    return request("POST " + path + " HTTP/1.1", "X-Slipway-Dev-User: " + account + "\r\n", json(body));
}

QJsonObject Places::change(const QString &subject, const QString &note, const QString &reason) const
{
    return { { u"subjectId"_s, subject },
             { u"targetKey"_s, u"note"_s },
             { u"parameters"_s, QJsonObject { { u"note"_s, note } } },
             { u"reason"_s, reason } };
}

Places::Maker Places::inSubmit(const char *field) const
{
    return [this, field](const QString &text) {
        QJsonObject body = change(u"nobody"_s, u"x"_s, u"r"_s);
        body.insert(u"kind"_s, u"no such kind"_s);
        body.insert(QString::fromLatin1(field), text);
        return posted("/api/v1/changes", body);
    };
}

Places::Maker Places::inPath(const QByteArray &path) const
{
    return [this, path](const QString &text) {
        return request("GET " + path + QUrl::toPercentEncoding(text) + " HTTP/1.1", "X-Slipway-Dev-User: olga\r\n");
    };
}

Places::Maker Places::inHead(const QByteArray &name) const
{
    return [this, name](const QString &text) {
        const QByteArray value = text.toUtf8().replace('\r', "").replace('\n', "");
        return request("GET /api/v1/session HTTP/1.1", name + ": " + value + "\r\n");
    };
}

Places::Maker Places::inCallback(const char *kind, const char *field) const
{
    return [this, kind, field](const QString &text) {
        const QString from = QString::fromLatin1(kind);
        QJsonObject body { { u"eventId"_s, u"e"_s },      { u"operationId"_s, u"op-nobody"_s }, { u"decision"_s, u"odd"_s },
                           { u"approver"_s, u"carol"_s }, { u"project"_s, u"no/such"_s },       { u"result"_s, u"odd"_s } };
        body.insert(QString::fromLatin1(field), text);
        const QByteArray bytes = json(body);
        const QByteArray now = QByteArray::number(QDateTime::currentSecsSinceEpoch());
        const QByteArray signature =
            QMessageAuthenticationCode::hash(now + '.' + bytes, m_stage.secret(from + u"-secret"_s), QCryptographicHash::Sha256)
                .toHex();
        return request("POST /callbacks/" + from.toLatin1() + " HTTP/1.1",
                       "X-Slipway-Timestamp: " + now + "\r\nX-Slipway-Signature: v1=" + signature + "\r\n", bytes);
    };
}

Places::Maker Places::inAction(const char *field) const
{
    return [this, field](const QString &text) {
        QJsonObject target { { u"type"_s, u"operation"_s }, { u"id"_s, u"op-nobody"_s } };
        QJsonObject body { { u"action"_s, u"RE_CHECK"_s }, { u"mode"_s, u"preview"_s }, { u"reason"_s, u"r"_s } };
        const QString name = QString::fromLatin1(field);
        (name == "id"_L1 || name == "type"_L1 ? target : body).insert(name, text);
        body.insert(u"targets"_s, QJsonArray { target });
        return posted("/ops/v1/actions", body, "olga");
    };
}

QList<Place> Places::all() const
{
    const Maker unknownField = [this](const QString &text) { return posted("/api/v1/changes", { { text, text } }); };
    const Maker withdrawal = [this](const QString &text) {
        return posted("/api/v1/changes/" + QUrl::toPercentEncoding(text) + "/withdraw", { { u"reason"_s, text } });
    };
    // clang-format off
    return {
        { "submit.kind", inSubmit("kind") }, { "submit.targetKey", inSubmit("targetKey") }, { "submit.operationId", inSubmit("operationId") },
        { "submit.expiresAt", inSubmit("expiresAt") }, { "submit.subjectId", inSubmit("subjectId") }, { "submit.reason", inSubmit("reason") },
        { "submit.items", inSubmit("items") }, { "submit.parameters", inSubmit("parameters") }, { "an unknown field", unknownField },
        { "withdrawing", withdrawal }, { "a change", inPath("/api/v1/changes/") }, { "changes.cursor", inPath("/api/v1/changes?cursor=") },
        { "changes.limit", inPath("/api/v1/changes?limit=") }, { "changes.status", inPath("/api/v1/changes?bindingStatus=") },
        { "changes.target", inPath("/api/v1/changes?targetKey=") }, { "change.afterVersion", inPath("/api/v1/changes/op-nobody?waitMs=1&afterVersion=") },
        { "an unknown path", inPath("/") }, { "an unknown path of maintainers", inPath("/ops/v1/") },
        { "identity", inHead("X-Slipway-Dev-User") }, { "language", inHead("X-Slipway-Dev-User: alice\r\nAccept-Language") },
        { "traceparent", inHead("X-Slipway-Dev-User: alice\r\ntraceparent") }, { "an unknown header field", inHead("X-Slipway-Dev-User: alice\r\nX-Else") },
        { "approval.operationId", inCallback("approval", "operationId") }, { "approval.eventId", inCallback("approval", "eventId") },
        { "approval.decision", inCallback("approval", "decision") }, { "approval.approver", inCallback("approval", "approver") },
        { "approval.occurredAt", inCallback("approval", "occurredAt") }, { "approval.ext", inCallback("approval", "ext") },
        { "deploy.eventId", inCallback("deploy", "eventId") }, { "deploy.project", inCallback("deploy", "project") },
        { "deploy.result", inCallback("deploy", "result") }, { "deploy.sha", inCallback("deploy", "sha") }, { "deploy.mrIid", inCallback("deploy", "mrIid") },
        { "batch", inPath("/ops/v1/batches/") }, { "operation", inPath("/ops/v1/operations/") }, { "action", inPath("/ops/v1/actions/") },
        { "batches.partition", inPath("/ops/v1/batches?partition=") }, { "operations.subject", inPath("/ops/v1/operations?subject=") },
        { "operations.prefix", inPath("/ops/v1/operations?prefix=") }, { "operations.olderThan", inPath("/ops/v1/operations?olderThan=") },
        { "operations.mrIid", inPath("/ops/v1/operations?mrIid=") }, { "bindings.liveAt", inPath("/ops/v1/bindings?liveAt=") },
        { "bindings.target", inPath("/ops/v1/bindings?target=") }, { "audit.actor", inPath("/ops/v1/audit?actor=") },
        { "audit.subjectRef", inPath("/ops/v1/audit?subjectRef=") }, { "findings.code", inPath("/ops/v1/findings?code=") },
        { "actions.action", inAction("action") }, { "actions.mode", inAction("mode") }, { "actions.type", inAction("type") },
        { "actions.id", inAction("id") }, { "actions.reason", inAction("reason") }, { "actions.planHash", inAction("planHash") },
    };
    // clang-format on
}

} // namespace slipway::corpus
