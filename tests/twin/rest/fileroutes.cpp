// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/committing.h"
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QCryptographicHash>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

struct FoundFile {
    QString ref;
    QString commit;
    TreeEntry entry;
    QByteArray content;
};

Task<FoundFile> find(Call &call, ProjectPtr project)
{
    FoundFile file;
    file.ref = call.parameters.optionalText("ref"_L1).value_or(project->defaultBranch);
    if (file.ref == "HEAD"_L1)
        file.ref = project->defaultBranch;
    file.commit = co_await project->repository->resolve(file.ref);
    if (file.commit.isEmpty())
        throw Refusal::missing(u"Commit"_s);
    const QStringList paths(call.argument(1));
    const QList<TreeEntry> entries = co_await project->repository->tree(file.commit, paths);
    if (entries.isEmpty() || entries.first().type != "blob"_L1 || entries.first().path != paths.first())
        throw Refusal::missing(u"File"_s);
    file.entry = entries.first();
    file.content = co_await project->repository->blob(file.entry.oid);
    co_return file;
}

QList<httpserver::Header> headersOf(const FoundFile &file, const QString &lastCommit, const QString &hash)
{
    return { { "X-Gitlab-Blob-Id", file.entry.oid.toLatin1() },
             { "X-Gitlab-Commit-Id", file.commit.toLatin1() },
             { "X-Gitlab-Content-Sha256", hash.toLatin1() },
             { "X-Gitlab-Encoding", "base64" },
             { "X-Gitlab-Execute-Filemode", file.entry.mode == "100755"_L1 ? "true" : "false" },
             { "X-Gitlab-File-Name", file.entry.path.section(u'/', -1).toUtf8().toPercentEncoding() },
             { "X-Gitlab-File-Path", file.entry.path.toUtf8().toPercentEncoding("/") },
             { "X-Gitlab-Last-Commit-Id", lastCommit.toLatin1() },
             { "X-Gitlab-Ref", file.ref.toUtf8().toPercentEncoding("/") },
             { "X-Gitlab-Size", QByteArray::number(file.content.size()) } };
}

Task<QString> lastCommitOf(ProjectPtr project, FoundFile file)
{
    const QList<Commit> last = co_await project->repository->log(file.commit, file.entry.path, 0, 1);
    co_return last.isEmpty() ? file.commit : last.first().id;
}

QString hashOf(const QByteArray &content)
{
    return QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    call.parameters.require({ "ref"_L1 });
    const FoundFile file = co_await find(call, project);
    const QString hash = hashOf(file.content);
    const QString lastCommit = co_await lastCommitOf(project, file);
    Reply reply = jsonReply(200,
                            QJsonObject { { u"file_name"_s, file.entry.path.section(u'/', -1) },
                                          { u"file_path"_s, file.entry.path },
                                          { u"size"_s, file.content.size() },
                                          { u"encoding"_s, u"base64"_s },
                                          { u"content"_s, QString::fromLatin1(file.content.toBase64()) },
                                          { u"content_sha256"_s, hash },
                                          { u"ref"_s, file.ref },
                                          { u"blob_id"_s, file.entry.oid },
                                          { u"commit_id"_s, file.commit },
                                          { u"last_commit_id"_s, lastCommit },
                                          { u"execute_filemode"_s, file.entry.mode == "100755"_L1 } });
    reply.headers = headersOf(file, lastCommit, hash);
    co_return reply;
}

Task<Reply> raw(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    FoundFile file = co_await find(call, project);
    const QString lastCommit = co_await lastCommitOf(project, file);
    Reply reply;
    reply.contentType = file.content.contains('\0') ? "application/octet-stream" : "text/plain; charset=utf-8";
    reply.headers = headersOf(file, lastCommit, hashOf(file.content));
    reply.headers.append(httpserver::Header { "X-Content-Type-Options", "nosniff" });
    reply.body = std::move(file.content);
    co_return reply;
}

/// The one action of the files endpoints; what does not apply to it is left out.
QJsonObject actionOf(const Call &call, const QString &word)
{
    QJsonObject action { { u"action"_s, word }, { u"file_path"_s, call.argument(1) } };
    for (const QLatin1StringView key : { "content"_L1, "encoding"_L1, "last_commit_id"_L1 }) {
        if (call.parameters.has(key))
            action.insert(key, call.parameters.text(key));
    }
    if (const auto executable = call.parameters.flag("execute_filemode"_L1))
        action.insert(u"execute_filemode"_s, *executable);
    return action;
}

Task<void> commitOne(Call &call, QString word)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    WantedCommit wanted;
    wanted.branch = call.parameters.text("branch"_L1);
    wanted.message = call.parameters.text("commit_message"_L1);
    wanted.actions.append(actionOf(call, word));
    co_await commitNow(call, project, wanted);
}

QJsonObject changed(const Call &call)
{
    return { { u"file_path"_s, call.argument(1) }, { u"branch"_s, call.parameters.text("branch"_L1) } };
}

Task<Reply> create(Call &call)
{
    call.parameters.require({ "branch"_L1, "commit_message"_L1, "content"_L1 });
    co_await commitOne(call, u"create"_s);
    co_return jsonReply(201, changed(call));
}

Task<Reply> update(Call &call)
{
    call.parameters.require({ "branch"_L1, "commit_message"_L1, "content"_L1 });
    co_await commitOne(call, u"update"_s);
    co_return jsonReply(200, changed(call));
}

Task<Reply> remove(Call &call)
{
    call.parameters.require({ "branch"_L1, "commit_message"_L1 });
    co_await commitOne(call, u"delete"_s);
    co_return emptyReply();
}

Task<Reply> tree(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    const QString ref = call.parameters.optionalText("ref"_L1).value_or(project->defaultBranch);
    const QString commit = co_await project->repository->resolve(ref);
    if (commit.isEmpty())
        throw Refusal::missing(u"Tree"_s);
    QString path = call.parameters.text("path"_L1);
    while (path.endsWith(u'/'))
        path.chop(1);
    const bool recursive = call.parameters.flag("recursive"_L1).value_or(false);
    const QList<TreeEntry> entries = co_await project->repository->folder(commit, path, recursive);
    if (entries.isEmpty() && !path.isEmpty())
        throw Refusal::missing(u"invalid revision or path"_s);
    co_return listReply<TreeEntry>(
        call, entries, [](const TreeEntry &entry) { return entry.type == "tree"_L1 ? entry.path + u'/' : entry.path; },
        [](const TreeEntry &entry) {
            return QJsonObject { { u"id"_s, entry.oid },
                                 { u"name"_s, entry.path.section(u'/', -1) },
                                 { u"type"_s, entry.type },
                                 { u"path"_s, entry.path },
                                 { u"mode"_s, entry.mode } };
        });
}

} // namespace

QList<Operation> routes::files()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/repository/files/{path}", u"file.get"_s, Need::Read, &get },
        { Method::Get, "/api/v4/projects/{id}/repository/files/{path}/raw", u"file.raw"_s, Need::Read, &raw },
        { Method::Post, "/api/v4/projects/{id}/repository/files/{path}", u"file.create"_s, Need::Write, &create },
        { Method::Put, "/api/v4/projects/{id}/repository/files/{path}", u"file.update"_s, Need::Write, &update },
        { Method::Delete, "/api/v4/projects/{id}/repository/files/{path}", u"file.delete"_s, Need::Write, &remove },
        { Method::Get, "/api/v4/projects/{id}/repository/tree", u"tree"_s, Need::Read, &tree },
    };
}

} // namespace slipway::twin
