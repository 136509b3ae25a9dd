// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/admin/seeding.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/core/strictobject.h"
#include "tests/twin/git/names.h"
#include "tests/twin/twin.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

int levelFrom(const QJsonValue &value, int otherwise)
{
    if (value.isUndefined())
        return otherwise;
    static const QList<int> levels { NoAccess, Guest, Reporter, Developer, Maintainer, Owner };
    if (value.isDouble() && levels.contains(value.toInt(-1)))
        return value.toInt();
    static const QHash<QString, int> names { { u"nobody"_s, NoAccess },       { u"guest"_s, Guest },
                                             { u"reporter"_s, Reporter },     { u"developer"_s, Developer },
                                             { u"maintainer"_s, Maintainer }, { u"owner"_s, Owner } };
    const auto found = names.constFind(value.toString());
    if (found == names.constEnd())
        throw Refusal::error(400, u"%1 is no access level"_s.arg(value.toVariant().toString()));
    return *found;
}

FileChange fileFrom(const QString &path, const QJsonValue &content, const QJsonValue &encoding)
{
    if (!isFilePath(path))
        throw Refusal::error(400, u"files: \"%1\" is no path of a file"_s.arg(path));
    const QString form = encoding.toString(u"text"_s);
    if (!content.isString() || (form != "text"_L1 && form != "base64"_L1))
        throw Refusal::error(400, u"files: %1 needs content as text, or encoded as base64"_s.arg(path));
    const QByteArray text = content.toString().toUtf8();
    if (form == "text"_L1)
        return { text, false };
    const auto decoded = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        throw Refusal::error(400, u"files: %1 is no base64"_s.arg(path));
    return { *decoded, false };
}

QMap<QString, FileChange> filesFrom(const QJsonValue &value)
{
    QMap<QString, FileChange> files;
    if (!value.isUndefined() && !value.isObject() && !value.isArray())
        throw Refusal::error(400, u"files must be an object of paths and their text, or a list"_s);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        files.insert(it.key(), fileFrom(it.key(), *it, QJsonValue::Undefined));
    const QJsonArray array = value.toArray();
    for (const QJsonValue &item : array)
        files.insert(item[u"path"_s].toString(), fileFrom(item[u"path"_s].toString(), item[u"content"_s], item[u"encoding"_s]));
    return files;
}

QList<AccessToken> tokensFrom(const QJsonArray &array)
{
    QList<AccessToken> tokens;
    for (const QJsonValue &item : array) {
        AccessToken token;
        token.value = item[u"token"_s].toString();
        if (token.value.isEmpty())
            throw Refusal::error(400, u"tokens[].token is missing"_s);
        static const QStringList known { u"api"_s, u"read_api"_s, u"read_user"_s, u"read_repository"_s, u"write_repository"_s,
                                         u"sudo"_s };
        const QJsonArray scopes = item[u"scopes"_s].toArray({ u"api"_s });
        for (const QJsonValue &scope : scopes) {
            if (!known.contains(scope.toString()))
                throw Refusal::error(400, u"tokens[].scopes: %1 is no scope"_s.arg(scope.toString()));
            token.scopes.append(scope.toString());
        }
        token.revoked = item[u"revoked"_s].toBool();
        if (item[u"expires_at"_s].isString()) {
            token.expiresAt = fromIso(item[u"expires_at"_s].toString());
            if (!token.expiresAt)
                throw Refusal::error(400, u"tokens[].expires_at is no time with a zone"_s);
        }
        tokens.append(token);
    }
    return tokens;
}

} // namespace

Seeding::Seeding(Twin &twin)
    : m_twin(twin)
{
}

Task<QJsonObject> Seeding::apply(QJsonObject document)
{
    const auto guard = co_await m_seeding.acquire();
    requireKnown(document);
    const QJsonArray users = document[u"users"_s].toArray(), projects = document[u"projects"_s].toArray();
    for (const QJsonValue &user : users)
        seedUser(user.toObject());
    seedSystems(document);
    for (const QJsonValue &project : projects)
        co_await seedProject(project.toObject());
    co_return summary();
}

void Seeding::requireKnown(const QJsonObject &document)
{
    StrictObject all(document);
    const QList<StrictObject> users = all.objects(u"users"_s), projects = all.objects(u"projects"_s);
    for (const QString &section : { u"services"_s, u"approvals_policy"_s, u"deploys_policy"_s, u"webhooks_policy"_s,
                                    u"cards_policy"_s, u"permissions"_s, u"permissions_policy"_s })
        all.object(section);
    all.objects(u"pipeline_scripts"_s);
    all.nothingElse();
    for (StrictObject user : users) {
        user.needText(u"username"_s);
        user.text(u"name"_s);
        user.text(u"email"_s);
        user.flag(u"bot"_s, false);
        user.flag(u"admin"_s, false);
        const QList<StrictObject> tokens = user.objects(u"tokens"_s);
        user.nothingElse();
        tokensFrom(user.array(u"tokens"_s));
        for (StrictObject token : tokens) {
            token.needText(u"token"_s);
            token.texts(u"scopes"_s);
            token.text(u"expires_at"_s);
            token.flag(u"revoked"_s, false);
            token.nothingElse();
        }
    }
    for (StrictObject project : projects) {
        project.needText(u"path"_s);
        project.text(u"name"_s);
        project.text(u"default_branch"_s);
        project.word(u"visibility"_s, { u"private"_s, u"internal"_s, u"public"_s }, u"private"_s);
        project.flag(u"archived"_s, false);
        filesFrom(project.value(u"files"_s));
        const QString branch = project.text(u"default_branch"_s, u"main"_s);
        if (!isNewBranchName(branch))
            throw Refusal::error(400, u"projects[].default_branch: \"%1\" is no name of a branch"_s.arg(branch));
        const QJsonObject members = project.value(u"members"_s).toObject();
        for (const QJsonValue &level : members)
            levelFrom(level, NoAccess);
        project.object(u"members"_s);
        project.object(u"policy"_s);
        const QList<StrictObject> rules = project.objects(u"protected_branches"_s);
        project.nothingElse();
        for (StrictObject rule : rules) {
            rule.needText(u"name"_s);
            rule.value(u"push_access_level"_s);
            rule.value(u"merge_access_level"_s);
            rule.flag(u"allow_force_push"_s, false);
            rule.nothingElse();
        }
    }
}

void Seeding::seedSystems(const QJsonObject &document)
{
    m_twin.deliveries.changeServices(document[u"services"_s].toObject());
    m_twin.approvals.policy.change(document[u"approvals_policy"_s].toObject());
    m_twin.deploys.change(document[u"deploys_policy"_s].toObject());
    m_twin.webhooks.policy.change(document[u"webhooks_policy"_s].toObject());
    m_twin.cards.change(document[u"cards_policy"_s].toObject());
    m_twin.permissions.grant(document[u"permissions"_s].toObject());
    m_twin.permissions.policy.change(document[u"permissions_policy"_s].toObject());
    // As a whole: a seed that is given again at each start must not make each script twice.
    if (document.contains(u"pipeline_scripts"_s))
        m_twin.pipelines.scripts.clear();
    const QJsonArray scripts = document[u"pipeline_scripts"_s].toArray();
    for (const QJsonValue &script : scripts)
        m_twin.pipelines.scripts.add(script.toObject());
}

void Seeding::seedUser(const QJsonObject &json)
{
    const QString username = json[u"username"_s].toString();
    static const QRegularExpression form(u"\\A[A-Za-z0-9_][A-Za-z0-9_.-]*\\z"_s);
    if (!form.match(username).hasMatch())
        throw Refusal::error(400, u"users[].username is missing or malformed"_s);
    const QList<AccessToken> tokens = tokensFrom(json[u"tokens"_s].toArray());
    UserPtr user = m_twin.world.userByName(username);
    for (const AccessToken &token : tokens) {
        AccessToken ignored;
        const UserPtr owner = m_twin.world.userByToken(token.value, &ignored);
        if (owner && owner != user)
            throw Refusal::error(400, u"two users cannot share a token"_s);
    }
    if (!user)
        user = m_twin.world.addUser(username);
    m_twin.world.apply({}, [&] {
        user->name = json[u"name"_s].toString(user->name);
        user->email = json[u"email"_s].toString(user->email);
        user->bot = json[u"bot"_s].toBool(user->bot);
        user->admin = json[u"admin"_s].toBool(user->admin);
        user->tokens = tokens;
        m_twin.world.changed(user);
    });
}

bool Seeding::isProjectPath(const QString &path)
{
    static const QRegularExpression form(u"\\A[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){1,5}\\z"_s);
    return form.match(path).hasMatch() && !path.endsWith(u".git");
}

Task<void> Seeding::seedProject(QJsonObject json)
{
    const QString path = json[u"path"_s].toString();
    if (!isProjectPath(path))
        throw Refusal::error(400, u"projects[].path must be \"group/project\""_s);
    ProjectPtr project = m_twin.world.project(path);
    const bool isNew = !project;
    if (isNew) {
        project = m_twin.world.prepareProject(path);
        m_twin.attachRepository(project);
        project->defaultBranch = json[u"default_branch"_s].toString(u"main"_s);
        project->visibility = u"private"_s;
    }
    const auto describe = [&] {
        project->name = json[u"name"_s].toString(project->name);
        project->visibility = json[u"visibility"_s].toString(project->visibility);
        project->archived = json[u"archived"_s].toBool(project->archived);
        seedMembers(project, json[u"members"_s].toObject());
        if (isNew || json.contains(u"protected_branches"_s))
            seedProtection(project, json);
        project->policy.change(json[u"policy"_s].toObject());
    };
    if (isNew) {
        describe();
        co_await createRepository(project, json);
        // Not visible, and not kept, before its repository is there: everybody may rely on one.
        m_twin.world.add(project);
    } else {
        m_twin.world.apply({ {}, project, nullptr, {}, {}, {}, {} }, describe);
    }
}

Task<void> Seeding::createRepository(ProjectPtr project, QJsonObject json)
{
    QDir().mkpath(project->repository->directory().section(u'/', 0, -2));
    const Signature who { u"Twin"_s, u"twin@users.noreply.example.org"_s, m_twin.clock.now() };
    const QMap<QString, FileChange> files = filesFrom(json[u"files"_s]);
    co_await project->repository->create(project->defaultBranch, files, who);
}

void Seeding::seedMembers(const ProjectPtr &project, const QJsonObject &json) const
{
    for (auto it = json.begin(); it != json.end(); ++it) {
        const UserPtr user = m_twin.world.userByName(it.key());
        if (!user)
            throw Refusal::error(400, u"members: there is no user %1"_s.arg(it.key()));
        project->members.insert(user->id, levelFrom(*it, NoAccess));
    }
}

void Seeding::seedProtection(const ProjectPtr &project, const QJsonObject &json)
{
    QJsonArray rules = json[u"protected_branches"_s].toArray();
    if (!json.contains(u"protected_branches"_s))
        rules.append(QJsonObject { { u"name"_s, project->defaultBranch } });
    project->protectedBranches.clear();
    for (const QJsonValue &item : std::as_const(rules)) {
        ProtectedBranch rule;
        rule.id = m_twin.world.nextId(u"protected_branch"_s);
        rule.name = item[u"name"_s].toString();
        rule.pushLevel = levelFrom(item[u"push_access_level"_s], Maintainer);
        rule.mergeLevel = levelFrom(item[u"merge_access_level"_s], Maintainer);
        rule.allowForcePush = item[u"allow_force_push"_s].toBool();
        project->protectedBranches.append(rule);
    }
}

QJsonObject Seeding::summary() const
{
    QJsonArray users, projects;
    for (const UserPtr &user : m_twin.world.users())
        users.append(QJsonObject { { u"id"_s, user->id }, { u"username"_s, user->username } });
    for (const ProjectPtr &project : m_twin.world.projects()) {
        projects.append(QJsonObject { { u"id"_s, project->id },
                                      { u"path"_s, project->path },
                                      { u"default_branch"_s, project->defaultBranch },
                                      { u"head"_s, project->repository->head(project->defaultBranch) },
                                      { u"http_url_to_repo"_s, m_twin.apiUrl + u'/' + project->path + u".git"_s },
                                      { u"web_url"_s, m_twin.apiUrl + u'/' + project->path } });
    }
    return { { u"users"_s, users }, { u"projects"_s, projects } };
}

} // namespace slipway::twin
