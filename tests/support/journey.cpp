// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/journey.h"

#include "tests/support/await.h"
#include "tests/support/brokenrules.h"

#include <QDateTime>
#include <QDirIterator>
#include <QJsonDocument>
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

} // namespace

Journey::Journey(const QMap<QString, QString> &hot, const QJsonObject &policy, const QMap<QString, QString> &boot)
    : m_stack(options(m_folder.path() + u"/stack"_s, hot, policy, boot))
{
}

Journey::Journey(Stack::Options given)
    : m_stack([&] {
        given.directory = m_folder.path() + u"/stack"_s;
        given.stage.hot = quick(given.stage.hot);
        return given;
    }())
{
}

Journey::~Journey() = default;

ServiceClient Journey::as(const QString &account) const { return m_only ? m_stack.as(account, *m_only) : m_stack.as(account); }

void Journey::talkOnlyTo(int instance)
{
    m_only = instance;
    twin().announceServices({ m_stack.serviceUrl(instance) });
}

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
    const JsonReply reply = as(u"alice"_s).submit(change);
    if (reply.status != 202)
        disappointed(u"submit was answered %1"_s.arg(reply.status), reply.object());
    return reply.data().value("operationId"_L1).toString();
}

void Journey::approve(const QString &operation) { twin().decide(operation, u"approved"_s, u"carol"_s); }

QJsonObject Journey::read(const QString &operation) { return as(u"alice"_s).get(operation).data(); }

QJsonObject Journey::awaitStatus(const QString &operation, const QStringList &statuses)
{
    const QJsonObject seen = as(u"alice"_s).follow(operation, statuses, patience);
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

qint64 Journey::count(const char *statement)
{
    qint64 n = 0;
    database::Connection(m_stack.databaseSettings()).run({ "test/count", statement }, {}, [&](const database::Row &row) {
        n = row.number("n");
    });
    return n;
}

QStringList Journey::brokenInvariants() { return brokenRules(m_stack.databaseSettings()); }

QJsonObject Journey::latestBatch()
{
    const JsonReply reply = as(u"olga"_s).get(u"/ops/v1/batches"_s, Headers {});
    if (reply.status != 200)
        disappointed(u"the batches were answered %1 %2"_s.arg(reply.status).arg(reply.problem), reply.object());
    return reply.data().value("items"_L1).toArray().first().toObject();
}

} // namespace slipway::support
