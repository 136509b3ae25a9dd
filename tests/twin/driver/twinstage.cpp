// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/driver/twinstage.h"

#include <QCoreApplication>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QJsonObject person(const QString &name, const QJsonObject &token)
{
    return { { u"username"_s, name }, { u"name"_s, u"The "_s + name }, { u"tokens"_s, QJsonArray { token } } };
}

} // namespace

QString TwinStage::start()
{
    const QString problem = twin.start(QCoreApplication::applicationDirPath() + u"/slipway-twin"_s);
    if (!problem.isEmpty())
        return problem;
    QJsonArray users;
    for (const QString &name : { u"author"_s, u"reviewer-1"_s, u"reviewer-2"_s, u"maintainer"_s, u"outsider"_s })
        users.append(person(name, { { u"token"_s, name } }));
    users.append(person(u"reader"_s, { { u"token"_s, u"reader"_s }, { u"scopes"_s, QJsonArray { u"read_api"_s } } }));
    users.append(person(u"late"_s, { { u"token"_s, u"expired"_s }, { u"expires_at"_s, u"2020-01-01T00:00:00Z"_s } }));
    const TwinAnswer seeded = twin.admin("POST", u"/seed"_s, { { u"users"_s, users } });
    return seeded.status == 201 ? QString() : QString::fromUtf8(seeded.body);
}

void TwinStage::newProject(const QJsonObject &policy)
{
    m_path = u"tests/p%1"_s.arg(++m_count);
    QJsonObject quick { { u"reset_delay_ms"_s, 20 }, { u"pipeline_step_ms"_s, 5 } };
    for (auto it = policy.begin(); it != policy.end(); ++it)
        quick.insert(it.key(), it.value());
    const QJsonObject members { { u"author"_s, u"developer"_s },      { u"reviewer-1"_s, u"maintainer"_s },
                                { u"reviewer-2"_s, u"maintainer"_s }, { u"maintainer"_s, u"maintainer"_s },
                                { u"reader"_s, u"developer"_s },      { u"late"_s, u"developer"_s } };
    const QJsonObject main { { u"name"_s, u"main"_s }, { u"push_access_level"_s, u"nobody"_s } };
    const QJsonObject project { { u"path"_s, m_path },
                                { u"files"_s, QJsonObject { { u"README.md"_s, u"one\n"_s }, { u"dir/a.yaml"_s, u"a\n"_s } } },
                                { u"members"_s, members },
                                { u"protected_branches"_s, QJsonArray { main } },
                                { u"policy"_s, quick } };
    twin.admin("POST", u"/seed"_s, { { u"projects"_s, QJsonArray { project } } });
    twin.admin("DELETE", u"/faults"_s);
    twin.admin("DELETE", u"/pipelines/script"_s);
}

QString TwinStage::at(const QString &below) const
{
    return u"/projects/"_s + QString(m_path).replace(u"/"_s, u"%2F"_s) + below;
}

QString TwinStage::commit(const QString &branch, const QString &file, const QString &content)
{
    const bool exists = !head(branch).isEmpty();
    const QString path =
        at(u"/repository/files/"_s) + QString(file).replace(u"/"_s, u"%2F"_s) + u"?ref="_s + (exists ? branch : u"main"_s);
    const bool fileExists = twin.api("GET", path, u"author"_s).status == 200;
    const QJsonObject action { { u"action"_s, fileExists ? u"update"_s : u"create"_s },
                               { u"file_path"_s, file },
                               { u"content"_s, content } };
    QJsonObject body { { u"branch"_s, branch },
                       { u"commit_message"_s, u"Change "_s + file },
                       { u"actions"_s, QJsonArray { action } } };
    if (!exists)
        body.insert(u"start_branch"_s, u"main"_s);
    return twin.api("POST", at(u"/repository/commits"_s), u"author"_s, body).json[u"id"_s].toString();
}

int TwinStage::openMergeRequest(const QString &branch, const QString &title)
{
    commit(branch, u"bindings/"_s + branch + u".yaml"_s, u"content\n"_s);
    const QJsonObject body { { u"source_branch"_s, branch }, { u"target_branch"_s, u"main"_s }, { u"title"_s, title } };
    return twin.api("POST", at(u"/merge_requests"_s), u"author"_s, body).json[u"iid"_s].toInt();
}

QJsonObject TwinStage::mergeRequest(int iid)
{
    const QString path = at(u"/merge_requests/%1?include_rebase_in_progress=true"_s).arg(iid);
    return twin.api("GET", path, u"reviewer-1"_s).json;
}

TwinAnswer TwinStage::merge(int iid, const QString &token, const QJsonObject &body)
{
    return twin.api("PUT", at(u"/merge_requests/%1/merge"_s).arg(iid), token, body);
}

int TwinStage::effects(const QString &kind)
{
    const QString path = u"/effects?kind=%1&project=%2"_s.arg(kind, QString(m_path).replace(u"/"_s, u"%2F"_s));
    return twin.admin("GET", path).json[u"counts"_s][kind].toInt();
}

QString TwinStage::head(const QString &branch)
{
    const TwinAnswer answer =
        twin.api("GET", at(u"/repository/branches/"_s + QString(branch).replace(u"/"_s, u"%2F"_s)), u"author"_s);
    return answer.json[u"commit"_s][u"id"_s].toString();
}

} // namespace slipway::twin
