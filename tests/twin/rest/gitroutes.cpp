// SPDX-License-Identifier: GPL-3.0-only
// Git over smart HTTP: who may do what is decided here, the protocol is `git http-backend`'s business.
#include "tests/twin/git/packstream.h"
#include "tests/twin/git/receivecommands.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

constexpr qsizetype unpackedLimit = 1024 * 1024 * 1024;

Reply plain(int status, const QByteArray &text)
{
    Reply reply;
    reply.status = status;
    reply.contentType = "text/plain";
    reply.body = text + '\n';
    if (status == 401)
        reply.headers = { { "WWW-Authenticate", "Basic realm=\"GitLab\"" } };
    return reply;
}

/// A refusal that is text, as git shows it to people.
struct GitRefusal {
    int status;
    QByteArray text;
};

enum class Service : quint8 { Fetch, Push };

bool tokenAllows(const Call &call, Service service)
{
    const AccessToken &token = call.token;
    if (token.allows(u"api"_s) || token.allows(u"write_repository"_s))
        return true;
    return service == Service::Fetch && (token.allows(u"read_repository"_s) || token.allows(u"read_api"_s));
}

/// The project of the path's leading segments, if the caller may use that service on it.
std::optional<GitRefusal> refusalFor(const Call &call, const ProjectPtr &project, Service service)
{
    const bool anonymousFetch = project && project->visibility == "public"_L1 && service == Service::Fetch;
    if (!call.user && !anonymousFetch)
        return GitRefusal { 401, "HTTP Basic: Access denied. Use a token as the password." };
    if (!project || !project->canRead(call.user))
        return GitRefusal { 404,
                            "The project you were looking for could not be found or you don't have permission to view it." };
    if (anonymousFetch)
        return std::nullopt;
    if (!tokenAllows(call, service) || project->levelOf(call.user) < Reporter)
        return GitRefusal { 403, "You are not allowed to download code from this project." };
    if (service == Service::Push && project->archived)
        return GitRefusal { 403, "You can't push code to an archived project." };
    if (service == Service::Push && project->levelOf(call.user) < Developer)
        return GitRefusal { 403, "You are not allowed to push code to this project." };
    return std::nullopt;
}

ProjectPtr projectOf(const Call &call)
{
    const QString path = call.request->arguments.join(u'/');
    if (!path.endsWith(u".git"))
        return nullptr;
    // Git itself follows a project that moved.
    const ProjectPtr found = call.twin.world.project(path.chopped(4));
    return found ? found : call.twin.world.movedProject(path.chopped(4));
}

QProcessEnvironment cgiEnvironment(const Call &call, const ProjectPtr &project, const QString &service, qsizetype length)
{
    QProcessEnvironment cgi = call.twin.git.environment();
    cgi.insert(u"GIT_PROJECT_ROOT"_s, project->repository->directory());
    cgi.insert(u"GIT_HTTP_EXPORT_ALL"_s, u"1"_s);
    cgi.insert(u"PATH_INFO"_s, u'/' + service);
    cgi.insert(u"REQUEST_METHOD"_s, QString::fromLatin1(httpserver::nameOf(call.request->method)));
    cgi.insert(u"QUERY_STRING"_s, QString::fromLatin1(call.request->query));
    cgi.insert(u"CONTENT_TYPE"_s, QString::fromLatin1(call.request->header("Content-Type")));
    cgi.insert(u"CONTENT_LENGTH"_s, QString::number(length));
    cgi.insert(u"REMOTE_ADDR"_s, call.request->peer.toString());
    if (call.user)
        cgi.insert(u"REMOTE_USER"_s, call.user->username);
    const QByteArray protocol = call.request->header("Git-Protocol");
    if (!protocol.isEmpty())
        cgi.insert(u"GIT_PROTOCOL"_s, QString::fromLatin1(protocol));
    return cgi;
}

Task<Reply> collected(Call &call, QProcessEnvironment cgi, QByteArray input)
{
    const QStringList arguments { u"http-backend"_s };
    const GitCommand command { {}, arguments, input, cgi };
    const GitResult result = co_await call.twin.git.run(command);
    CgiHead head = parseCgiHead(result.out);
    if (!head.complete)
        co_return plain(502, "git failed");
    co_return head.reply;
}

/// The request's body as git sent it, unpacked; nothing when it is broken.
std::optional<QByteArray> bodyOf(const Call &call)
{
    if (call.request->header("Content-Encoding").toLower() != "gzip")
        return call.request->body;
    return gunzip(call.request->body, unpackedLimit);
}

Task<Reply> advertise(Call &call)
{
    const QString service = call.parameters.text("service"_L1);
    if (service != "git-upload-pack"_L1 && service != "git-receive-pack"_L1)
        co_return plain(403, "Only smart HTTP is offered here.");
    const ProjectPtr project = projectOf(call);
    const auto refused = refusalFor(call, project, service == "git-receive-pack"_L1 ? Service::Push : Service::Fetch);
    if (refused)
        co_return plain(refused->status, refused->text);
    const Reply reply = co_await collected(call, cgiEnvironment(call, project, u"info/refs"_s, 0), QByteArray());
    co_return reply;
}

Task<Reply> fetch(Call &call)
{
    const ProjectPtr project = projectOf(call);
    const auto refused = refusalFor(call, project, Service::Fetch);
    if (refused)
        co_return plain(refused->status, refused->text);
    const std::optional<QByteArray> body = bodyOf(call);
    if (!body)
        co_return plain(400, "The request body is not gzip.");
    if (call.mustReturn) {
        const QProcessEnvironment cgi = cgiEnvironment(call, project, u"git-upload-pack"_s, body->size());
        const Reply reply = co_await collected(call, cgi, *body);
        co_return reply;
    }
    PackStream stream(cgiEnvironment(call, project, u"git-upload-pack"_s, body->size()), *body, call.responder);
    call.answered = true;
    Reply reply;
    reply.status = co_await stream;
    co_return reply;
}

/// What GitLab's own pre-receive check would say; empty when the push may go on to git.
QByteArray preReceive(const Call &call, const ProjectPtr &project, const ReceiveCommands &push, bool *forbidForce)
{
    for (const ReceiveCommands::Command &command : push.commands) {
        const QString branch = command.branch();
        if (command.reference.startsWith(u"refs/merge-requests/") || command.reference.startsWith(u"refs/twin/"))
            return "GitLab: This reference is managed by the server.";
        const ProtectedBranch *rule = branch.isEmpty() ? nullptr : project->protectionOf(branch);
        if (!rule)
            continue;
        if (command.removes())
            return "GitLab: You can only delete protected branches using the web interface.";
        if (!project->canPush(call.user, branch))
            return "GitLab: You are not allowed to push code to protected branches on this project.";
        *forbidForce = *forbidForce || !rule->allowForcePush;
    }
    return {};
}

Task<void> book(Call &call, ProjectPtr project, ReceiveCommands push)
{
    QStringList branches;
    for (const ReceiveCommands::Command &command : push.commands) {
        if (!command.branch().isEmpty())
            branches.append(command.branch());
    }
    const QMap<QString, QString> changed = co_await project->repository->refresh(branches);
    for (auto it = changed.begin(); it != changed.end(); ++it) {
        const QString head = project->repository->head(it.key());
        const QJsonObject detail { { u"branch"_s, it.key() }, { u"from"_s, it.value() } };
        call.twin.world.apply({ u"push"_s, project, nullptr, call.actor(), head, detail, {} }, [] {});
        call.twin.branchMoves.announce(project, { it.key(), it.value(), head, call.actor(), 0 });
    }
}

Task<Reply> push(Call &call)
{
    const ProjectPtr project = projectOf(call);
    const auto refused = refusalFor(call, project, Service::Push);
    if (refused)
        co_return plain(refused->status, refused->text);
    const std::optional<QByteArray> body = bodyOf(call);
    // git asks with a lone flush packet first whether it is let in at all.
    const bool probe = body && *body == "0000";
    const ReceiveCommands commands = body ? ReceiveCommands::parse(*body) : ReceiveCommands();
    if (!commands.valid && !probe)
        co_return plain(400, "The request is no push.");
    bool forbidForce = false;
    const QByteArray objection = preReceive(call, project, commands, &forbidForce);
    if (!objection.isEmpty()) {
        Reply reply;
        reply.contentType = "application/x-git-receive-pack-result";
        reply.body = commands.refusal(objection);
        reply.headers = { { "Cache-Control", "no-cache" } };
        co_return reply;
    }
    QProcessEnvironment cgi = cgiEnvironment(call, project, u"git-receive-pack"_s, body->size());
    if (forbidForce) {
        cgi.insert(u"GIT_CONFIG_COUNT"_s, u"1"_s);
        cgi.insert(u"GIT_CONFIG_KEY_0"_s, u"receive.denyNonFastForwards"_s);
        cgi.insert(u"GIT_CONFIG_VALUE_0"_s, u"true"_s);
    }
    const Reply reply = co_await collected(call, cgi, *body);
    co_await book(call, project, commands);
    co_return reply;
}

} // namespace

QList<Operation> routes::git()
{
    QList<Operation> operations;
    // A project lies one to five groups deep.
    QByteArray prefix = "/{a}";
    for (const char *next : { "/{b}", "/{c}", "/{d}", "/{e}", "/{f}" }) {
        prefix += next;
        operations.append({ Method::Get, prefix + "/info/refs", u"git.refs"_s, Need::Nothing, &advertise });
        operations.append({ Method::Post, prefix + "/git-upload-pack", u"git.fetch"_s, Need::Nothing, &fetch });
        operations.append({ Method::Post, prefix + "/git-receive-pack", u"git.push"_s, Need::Nothing, &push });
    }
    return operations;
}

} // namespace slipway::twin
