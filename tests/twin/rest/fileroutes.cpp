// SPDX-License-Identifier: GPL-3.0-only
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

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    call.parameters.require({ "ref"_L1 });
    const FoundFile file = co_await find(call, project);
    const QList<Commit> last = co_await project->repository->log(file.commit, file.entry.path, 0, 1);
    const QString hash = QString::fromLatin1(QCryptographicHash::hash(file.content, QCryptographicHash::Sha256).toHex());
    const QString lastCommit = last.isEmpty() ? file.commit : last.first().id;
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
    reply.headers = { { "X-Gitlab-Blob-Id", file.entry.oid.toLatin1() },
                      { "X-Gitlab-Commit-Id", file.commit.toLatin1() },
                      { "X-Gitlab-Content-Sha256", hash.toLatin1() },
                      { "X-Gitlab-Encoding", "base64" },
                      { "X-Gitlab-File-Path", file.entry.path.toUtf8().toPercentEncoding("/") },
                      { "X-Gitlab-Last-Commit-Id", lastCommit.toLatin1() },
                      { "X-Gitlab-Ref", file.ref.toUtf8().toPercentEncoding("/") },
                      { "X-Gitlab-Size", QByteArray::number(file.content.size()) } };
    co_return reply;
}

Task<Reply> raw(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireCode(project);
    FoundFile file = co_await find(call, project);
    Reply reply;
    reply.contentType = "text/plain; charset=utf-8";
    reply.body = std::move(file.content);
    reply.headers = { { "X-Gitlab-Blob-Id", file.entry.oid.toLatin1() }, { "X-Content-Type-Options", "nosniff" } };
    co_return reply;
}

} // namespace

QList<Operation> routes::files()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/repository/files/{path}", u"file.get"_s, Need::Read, &get },
        { Method::Get, "/api/v4/projects/{id}/repository/files/{path}/raw", u"file.raw"_s, Need::Read, &raw },
    };
}

} // namespace slipway::twin
