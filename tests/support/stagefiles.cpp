// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/stagefiles.h"

#include "tests/support/startfailure.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

QByteArray randomSecret()
{
    QByteArray bytes(24, Qt::Uninitialized);
    for (char &byte : bytes)
        byte = char(QRandomGenerator::system()->bounded(256));
    return bytes.toHex();
}

QString quoted(const QString &text)
{
    QString escaped = text;
    return u'"' + escaped.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s) + u'"';
}

void writeFile(const QString &path, const QByteArray &text, bool secret = false)
{
    QSaveFile file(path);
    const bool opened = file.open(QIODevice::WriteOnly);
    if (opened && secret)
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    if (!opened || file.write(text) != text.size() || !file.commit())
        throw StartFailure(ExitCode::DiskFull, u"%1 cannot be written: %2"_s.arg(path, file.errorString()));
}

QByteArray toml(const QMap<QString, QString> &keys)
{
    QString text;
    for (auto it = keys.cbegin(); it != keys.cend(); ++it)
        text += it.key() + u" = "_s + it.value() + u'\n';
    return text.toUtf8();
}

const QMap<QString, QStringList> usualRoles {
    { u"ops.read"_s, { u"olga"_s, u"oscar"_s } },
    { u"ops.act"_s, { u"olga"_s, u"oscar"_s } },
};
const QStringList people { u"alice"_s, u"bob"_s, u"carol"_s, u"olga"_s, u"oscar"_s };

// Everything is a few milliseconds away here, so what waits for others looks again soon.
const QMap<QString, QString> usualHot {
    { u"access.mode"_s, u"\"OPEN\""_s },
    { u"flow.approvalFirst"_s, u"true"_s },
    { u"flow.batching"_s, u"true"_s },
    { u"limit.apply.count"_s, u"0"_s },
    { u"limit.preview.count"_s, u"0"_s },
    { u"batch.lingerMs"_s, u"500"_s },
    { u"poll.pipeline.shortMs"_s, u"100"_s },
    { u"poll.rebase.shortMs"_s, u"100"_s },
    { u"poll.mergeability.shortMs"_s, u"100"_s },
    { u"poll.merge.shortMs"_s, u"100"_s },
    { u"poll.settle.shortMs"_s, u"100"_s },
    { u"poll.round.shortMs"_s, u"100"_s },
    { u"poll.round.longMs"_s, u"250"_s },
    { u"engine.tickMs"_s, u"100"_s },
};

QJsonObject bot(const QString &name, const QByteArray &token)
{
    const QJsonArray scopes { u"api"_s, u"write_repository"_s };
    return { { "username"_L1, name },
             { "bot"_L1, true },
             { "tokens"_L1,
               QJsonArray { QJsonObject { { "token"_L1, QString::fromLatin1(token) }, { "scopes"_L1, scopes } } } } };
}

} // namespace

StageFiles::StageFiles(QString directory, StageOptions options)
    : m_directory(std::move(directory))
    , m_options(std::move(options))
{
    for (const auto &name : { u"author-token"_s, u"reviewer-1-token"_s, u"reviewer-2-token"_s, u"maintainer-token"_s,
                              u"approval-secret"_s, u"deploy-secret"_s, u"webhook-secret"_s, u"database-password"_s })
        m_secrets.insert(name, randomSecret());
    QMap<QString, QString> hot = usualHot;
    hot.insert(m_options.hot);
    m_options.hot = hot;
    if (m_options.roles.isEmpty())
        m_options.roles = usualRoles;
    if (m_options.catalogue.isEmpty())
        m_options.catalogue =
            catalogueOf({ QJsonObject { { "key"_L1, u"db/read"_s }, { "description"_L1, u"Read the database"_s } },
                          QJsonObject { { "key"_L1, u"db/write"_s }, { "description"_L1, u"Write to it"_s } } },
                        u"carol"_s);
}

void StageFiles::write(const QString &forgeUrl, const QStringList &listen, const QString &databaseSocket) const
{
    QDir().mkpath(in(u"secrets"_s));
    for (auto it = m_secrets.cbegin(); it != m_secrets.cend(); ++it)
        writeFile(in(u"secrets/"_s + it.key()), it.value() + '\n', true);
    for (int instance = 0; instance < listen.size(); ++instance)
        writeBoot(instance, forgeUrl, listen[instance], databaseSocket);
    writeHot();
    writeFile(in(u"catalogue.json"_s), QJsonDocument(m_options.catalogue).toJson());
    QMap<QString, QString> roles;
    for (auto it = m_options.roles.cbegin(); it != m_options.roles.cend(); ++it)
        roles.insert(it.key(), u"[\"%1\"]"_s.arg(it->join(u"\", \""_s)));
    writeFile(in(u"roles.toml"_s), toml(roles));
}

void StageFiles::writeBoot(int instance, const QString &forgeUrl, const QString &listen, const QString &databaseSocket) const
{
    QDir().mkpath(serviceDirectory(instance));
    QMap<QString, QString> boot {
        { u"data.directory"_s, quoted(serviceDirectory(instance)) },
        { u"secrets.directory"_s, quoted(in(u"secrets"_s)) },
        { u"config.source"_s, u"\"file\""_s },
        { u"config.file"_s, quoted(in(u"hot.toml"_s)) },
        { u"catalogue.file"_s, quoted(in(u"catalogue.json"_s)) },
        { u"database.mode"_s, u"\"embedded\""_s },
        { u"http.listen"_s, quoted(listen) },
        { u"metrics.listen"_s, u"\"127.0.0.1:0\""_s },
        { u"identity.source"_s, u"\"dev\""_s },
        { u"identity.devUsers"_s, u"[\"%1\"]"_s.arg(people.join(u"\", \""_s)) },
        { u"permission.source"_s, u"\"roles-file\""_s },
        { u"permission.rolesFile"_s, quoted(in(u"roles.toml"_s)) },
        { u"forge.url"_s, quoted(forgeUrl) },
        { u"forge.authorToken"_s, u"\"author-token\""_s },
        { u"forge.reviewerTokens"_s, u"[\"reviewer-1-token\", \"reviewer-2-token\"]"_s },
        { u"forge.webhookSecret"_s, u"\"webhook-secret\""_s },
        { u"approval.external.url"_s, quoted(forgeUrl) },
        { u"approval.external.secret"_s, u"\"approval-secret\""_s },
        { u"callbacks.deploySecret"_s, u"\"deploy-secret\""_s },
    };
    if (!databaseSocket.isEmpty()) {
        boot.insert(u"database.mode"_s, u"\"external\""_s);
        boot.insert(u"database.socket"_s, quoted(databaseSocket));
        boot.insert(u"database.secret"_s, u"\"database-password\""_s);
    }
    boot.insert(m_options.boot);
    writeFile(bootFile(instance), toml(boot));
}

void StageFiles::writeHot() const { writeFile(in(u"hot.toml"_s), toml(m_options.hot)); }

void StageFiles::changeHot(const QMap<QString, QString> &keys)
{
    m_options.hot.insert(keys);
    writeHot();
}

QJsonObject StageFiles::seed() const
{
    QJsonObject policy { { "required_approvals"_L1, 2 },
                         { "pipelines_must_succeed"_L1, true },
                         { "remove_source_branch"_L1, true },
                         { "reset_delay_ms"_L1, 50 } };
    for (auto it = m_options.policy.begin(); it != m_options.policy.end(); ++it)
        policy.insert(it.key(), it.value());
    const QString author = u"slipway-author"_s, one = u"slipway-reviewer-1"_s, two = u"slipway-reviewer-2"_s,
                  human = u"maintainer"_s;
    const QJsonArray users { bot(author, m_secrets[u"author-token"_s]), bot(one, m_secrets[u"reviewer-1-token"_s]),
                             bot(two, m_secrets[u"reviewer-2-token"_s]), bot(human, m_secrets[u"maintainer-token"_s]) };
    const QJsonObject access {
        { "path"_L1, QString(project) },
        { "default_branch"_L1, QString(branch) },
        { "visibility"_L1, u"private"_s },
        { "files"_L1, QJsonObject { { "README.md"_L1, u"Who may do what. Files below access/ are written by Slipway.\n"_s } } },
        { "members"_L1,
          QJsonObject {
              { author, u"developer"_s }, { one, u"maintainer"_s }, { two, u"maintainer"_s }, { human, u"owner"_s } } },
        { "protected_branches"_L1,
          QJsonArray { QJsonObject { { "name"_L1, QString(branch) },
                                     { "push_access_level"_L1, u"nobody"_s },
                                     { "merge_access_level"_L1, u"maintainer"_s },
                                     { "allow_force_push"_L1, false } } } },
        { "policy"_L1, policy },
    };
    const auto text = [this](const QString &name) { return QString::fromLatin1(m_secrets[name]); };
    return {
        { "users"_L1, users },
        { "projects"_L1, QJsonArray { access } },
        { "services"_L1,
          QJsonObject { { "approval_secret"_L1, text(u"approval-secret"_s) },
                        { "deploy_secret"_L1, text(u"deploy-secret"_s) },
                        { "webhook_secret"_L1, text(u"webhook-secret"_s) } } },
        { "approvals_policy"_L1, QJsonObject { { "auto"_L1, u"none"_s } } },
        { "deploys_policy"_L1, QJsonObject { { "delay_ms"_L1, 100 }, { "result"_L1, u"success"_s } } },
    };
}

QJsonObject StageFiles::identities() const
{
    QJsonObject all;
    for (const QString &account : people) {
        QJsonArray permissions;
        for (auto it = m_options.roles.cbegin(); it != m_options.roles.cend(); ++it) {
            if (it->contains(account))
                permissions.append(it.key());
        }
        all.insert(account, permissions);
    }
    return all;
}

QJsonObject StageFiles::secretFiles() const
{
    QJsonObject files;
    for (auto it = m_secrets.cbegin(); it != m_secrets.cend(); ++it)
        files.insert(it.key(), in(u"secrets/"_s + it.key()));
    return files;
}

QJsonObject StageFiles::catalogueOf(const QJsonArray &targets, const QString &approver)
{
    const QJsonObject partition { { "key"_L1, u"access"_s },
                                  { "project"_L1, QString(project) },
                                  { "branch"_L1, QString(branch) },
                                  { "pathPrefix"_L1, QString(pathPrefix) } };
    const QJsonObject role { { "name"_L1, u"role"_s },
                             { "type"_L1, u"text"_s },
                             { "required"_L1, true },
                             { "choices"_L1, QJsonArray { u"member"_s, u"maintainer"_s, u"admin"_s } } };
    QJsonArray entries;
    for (const QJsonValue &target : targets) {
        const QString key = target["key"_L1].toString();
        const QString description = target["description"_L1].toString();
        entries.append(QJsonObject {
            { "key"_L1, key },
            { "title"_L1, QJsonObject { { "en"_L1, key } } },
            { "description"_L1, QJsonObject { { "en"_L1, description.isEmpty() ? key : description } } },
            { "partition"_L1, u"access"_s },
            { "format"_L1, u"yaml"_s },
            { "entry"_L1, QJsonObject { { "role"_L1, u"{role}"_s } } },
            { "parameters"_L1, QJsonArray { role } },
            { "approval"_L1,
              QJsonObject {
                  { "provider"_L1, u"external"_s }, { "approvers"_L1, QJsonArray { approver } }, { "rule"_L1, u"any"_s } } },
        });
    }
    return { { "partitions"_L1, QJsonArray { partition } }, { "targets"_L1, entries } };
}

} // namespace slipway::support
