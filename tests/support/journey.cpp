// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/journey.h"

#include "service/database/connection.h"
#include "shared/workflow/flow.h"
#include "shared/workflow/transitions.h"
#include "tests/database/support/invariants.h"
#include "tests/support/await.h"

#include <QDateTime>
#include <QDirIterator>
#include <QMessageAuthenticationCode>
#include <QProcess>
#include <QTemporaryDir>

#include <stdexcept>

namespace slipway::support {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 60s;

QMap<QString, QString> quick(const QMap<QString, QString> &more)
{
    QMap<QString, QString> hot {
        { u"engine.leaseMs"_s, u"2000"_s },    { u"engine.tickMs"_s, u"50"_s },          { u"engine.sweepMs"_s, u"300"_s },
        { u"batch.lingerMs"_s, u"300"_s },     { u"poll.approval.shortMs"_s, u"200"_s }, { u"poll.deploy.shortMs"_s, u"200"_s },
        { u"http.longPollTickMs"_s, u"50"_s },
    };
    hot.insert(more);
    return hot;
}

[[noreturn]] void disappointed(const QString &what, const QJsonObject &seen)
{
    throw std::runtime_error(
        u"%1; last seen: %2"_s.arg(what, QString::fromUtf8(QJsonDocument(seen).toJson(QJsonDocument::Compact))).toStdString());
}

Stack::Options options(const QString &directory, const QMap<QString, QString> &hot, const QJsonObject &policy,
                       const QMap<QString, QString> &boot)
{
    Stack::Options stack;
    stack.directory = directory;
    stack.stage.hot = quick(hot);
    stack.stage.policy = policy;
    stack.stage.boot = boot;
    return stack;
}

/// One kind of step that history holds; each must stand in the transition table.
struct Edge {
    QString event;
    std::optional<qint64> fromStep;
    QString fromStatus;
    qint64 toStep = 0;
    QString toStatus;

    static Edge read(const database::Row &row)
    {
        return { row.text("event"), row.maybeNumber("from_step"), row.maybeText("from_status").value_or(QString()),
                 row.number("to_step"), row.text("to_status") };
    }

    bool isLegal() const
    {
        using namespace workflow;
        const QByteArray eventName = event.toLatin1(), fromName = fromStatus.toLatin1(), toName = toStatus.toLatin1();
        const auto on = named<Event>(eventNames, std::string_view(eventName.constData(), size_t(eventName.size())));
        const auto step = stepNumbered(toStep);
        const auto status = statusNamed(std::string_view(toName.constData(), size_t(toName.size())));
        if (!on || !step || !status)
            return false;
        const Pair to { *step, *status };
        if (!fromStep)
            return workflow::begin(*on) == to;
        const auto before = stepNumbered(*fromStep);
        const auto stood = statusNamed(std::string_view(fromName.constData(), size_t(fromName.size())));
        return before && stood && next({ *before, *stood }, *on) == to;
    }
};

constexpr database::Statement edges {
    "test/edges", "SELECT DISTINCT event, from_step, from_status, to_step, to_status FROM operation_history"
};

} // namespace

Journey::Journey(const QMap<QString, QString> &hot, const QJsonObject &policy, const QMap<QString, QString> &boot)
    : m_stack(options(m_folder.path() + u"/stack"_s, hot, policy, boot))
{
}

Journey::~Journey() = default;

QString Journey::submit(const QString &subject, const QString &target, const QString &kind, const QJsonObject &parameters,
                        const QString &expiresAt)
{
    QJsonObject change {
        { u"subjectId"_s, subject }, { u"targetKey"_s, target }, { u"kind"_s, kind }, { u"reason"_s, u"a journey"_s }
    };
    if (kind == "bind"_L1)
        change.insert(u"parameters"_s, parameters.isEmpty() ? QJsonObject { { u"role"_s, u"member"_s } } : parameters);
    if (!expiresAt.isEmpty())
        change.insert(u"expiresAt"_s, expiresAt);
    const JsonReply reply = m_stack.as(u"alice"_s).submit(change);
    if (reply.status != 202)
        disappointed(u"submit was answered %1"_s.arg(reply.status), reply.object());
    return reply.data().value("operationId"_L1).toString();
}

void Journey::approve(const QString &operation) { twin().decide(operation, u"approved"_s, u"carol"_s); }

QJsonObject Journey::read(const QString &operation) { return m_stack.as(u"alice"_s).get(operation).data(); }

QJsonObject Journey::awaitStatus(const QString &operation, const QStringList &statuses)
{
    const QJsonObject seen = m_stack.as(u"alice"_s).follow(operation, statuses, patience);
    if (!statuses.contains(seen.value("bindingStatus"_L1).toString()))
        disappointed(u"%1 did not become %2"_s.arg(operation, statuses.join(u'/')), seen);
    return seen;
}

QJsonObject Journey::awaitStep(const QString &operation, int step)
{
    QJsonObject seen;
    const bool there = await(
        [&] {
            seen = read(operation);
            return seen.value("stepStatus"_L1).toObject().value("code"_L1).toInt() == step;
        },
        patience);
    if (!there)
        disappointed(u"%1 did not come to step %2"_s.arg(operation).arg(step), seen);
    return seen;
}

JsonReply Journey::callback(const QString &kind, const QJsonObject &body)
{
    const QByteArray text = QJsonDocument(body).toJson(QJsonDocument::Compact);
    const QByteArray now = QByteArray::number(QDateTime::currentSecsSinceEpoch());
    const QByteArray secret = m_stack.files().secret(kind + u"-secret"_s);
    const QByteArray signature = QMessageAuthenticationCode::hash(now + '.' + text, secret, QCryptographicHash::Sha256).toHex();
    return JsonClient(m_stack.serviceUrl())
        .post(u"/callbacks/"_s + kind, body, { { "X-Slipway-Timestamp", now }, { "X-Slipway-Signature", "v1=" + signature } });
}

QString Journey::land(const QString &subject, const QString &target, const QString &kind, const QJsonObject &parameters)
{
    const QString operation = submit(subject, target, kind, parameters);
    approve(operation);
    awaitStatus(operation, { u"VALIDATED"_s });
    return operation;
}

int Journey::effects(const QString &kind) { return twin().effectCounts().value(kind).toInt(); }

QMap<QString, QByteArray> Journey::repositoryFiles() const
{
    QTemporaryDir folder;
    QProcess git;
    git.start(u"git"_s, { u"clone"_s, u"--quiet"_s, m_stack.repositoryUrl().toString(), folder.path() + u"/clone"_s });
    if (!git.waitForFinished(30000) || git.exitCode() != 0)
        throw std::runtime_error("git clone failed: " + git.readAllStandardError().toStdString());
    QMap<QString, QByteArray> files;
    const QString root = folder.path() + u"/clone/"_s + StageFiles::pathPrefix;
    for (QDirIterator each(root, QDir::Files, QDirIterator::Subdirectories); each.hasNext();) {
        QFile file(each.next());
        if (file.open(QIODevice::ReadOnly))
            files.insert(file.fileName().mid(root.size()), file.readAll());
    }
    return files;
}

QStringList Journey::brokenInvariants()
{
    const StackRecord &record = m_stack.record();
    database::Connection connection(
        { .socket = record.databaseSocket, .host = {}, .schema = u"slipway"_s, .user = record.databaseUser, .password = {} });
    QStringList broken = database::brokenInvariants(connection);
    for (const Edge &edge : connection.select<Edge>(edges)) {
        if (!edge.isLegal())
            broken.append(u"history holds %1 from %2 to %3, which the table does not know"_s.arg(edge.event)
                              .arg(edge.fromStep.value_or(0))
                              .arg(edge.toStep));
    }
    return broken;
}

QJsonObject Journey::latestBatch()
{
    const JsonReply reply = m_stack.as(u"olga"_s).get(u"/ops/v1/batches"_s, Headers {});
    if (reply.status != 200)
        disappointed(u"the batches were answered %1 %2"_s.arg(reply.status).arg(reply.problem), reply.object());
    return reply.data().value("items"_L1).toArray().first().toObject();
}

} // namespace slipway::support
