// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/restapi.h"

#include "tests/twin/core/log.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;
using httpserver::RequestPtr;
using httpserver::Responder;

namespace {

constexpr qint64 apiBodyLimit = 64 * 1024 * 1024;
constexpr qint64 packLimit = 1024 * 1024 * 1024;
constexpr qsizetype journalBodyLimit = 64 * 1024;

/// The token, wherever GitLab lets clients put it.
QString tokenOf(const httpserver::Request &request, bool *bearer)
{
    const QByteArray own = request.header("PRIVATE-TOKEN");
    if (!own.isEmpty())
        return QString::fromUtf8(own);
    const QByteArray authorization = request.header("Authorization");
    if (authorization.left(7).toLower() == "bearer ") {
        *bearer = true;
        return QString::fromUtf8(authorization.mid(7).trimmed());
    }
    if (authorization.left(6).toLower() == "basic ") {
        // Any user name goes with a token as the password.
        const QByteArray pair = QByteArray::fromBase64(authorization.mid(6).trimmed());
        return QString::fromUtf8(pair.mid(pair.indexOf(':') + 1));
    }
    return request.queryValue(u"private_token").value_or(QString());
}

Refusal invalidToken(const QString &why)
{
    return Refusal(401, { { u"error"_s, u"invalid_token"_s }, { u"error_description"_s, why } })
        .withHeader("WWW-Authenticate", "Bearer realm=\"Protected by OAuth 2.0\"");
}

bool scopeSuffices(const AccessToken &token, Need need)
{
    switch (need) {
    case Need::Nothing: return true;
    case Need::User: return token.allows(u"api"_s) || token.allows(u"read_api"_s) || token.allows(u"read_user"_s);
    case Need::Read: return token.allows(u"api"_s) || token.allows(u"read_api"_s);
    case Need::Write: return token.allows(u"api"_s);
    }
    return false;
}

} // namespace

RestApi::RestApi(Twin &twin)
    : m_twin(twin)
    , m_router(std::make_shared<httpserver::Router>())
{
    const QList<Operation> all = routes::meta() + routes::branches() + routes::commits() + routes::files()
        + routes::mergeRequests() + routes::merging() + routes::pipelines() + routes::approvalSystem() + routes::git();
    for (const Operation &operation : all) {
        httpserver::Route route;
        route.method = operation.method;
        route.pattern = operation.pattern;
        route.bodyMode = httpserver::BodyMode::Chunked;
        route.bodyLimit = operation.name.startsWith(u"git.") ? packLimit : apiBodyLimit;
        route.handler = [this, operation](RequestPtr request, Responder responder) {
            spawn(serve(operation, std::move(request), std::move(responder)));
        };
        m_router->add(std::move(route));
    }
}

Reply RestApi::errorReply(int status)
{
    if (status == 404)
        return Refusal::error(404, u"404 Not Found"_s).toReply();
    if (status == 405)
        return Refusal::error(405, u"405 Not Allowed"_s).toReply();
    if (status >= 500)
        return Refusal::message(status, u"500 Internal Server Error"_s).toReply();
    return Refusal::error(status, u"%1"_s.arg(status)).toReply();
}

qint64 RestApi::openJournal(const Operation &operation, const httpserver::Request &request)
{
    JournalEntry entry;
    entry.method = httpserver::nameOf(request.method);
    entry.path = request.path;
    entry.query = request.query;
    if (!operation.name.startsWith(u"git."))
        entry.body = request.body.left(journalBodyLimit);
    entry.op = operation.name;
    return m_twin.world.openJournal(std::move(entry));
}

void RestApi::authenticate(const Operation &operation, Call &call) const
{
    bool bearer = false;
    const QString value = tokenOf(*call.request, &bearer);
    const bool lenient = operation.need == Need::Nothing;
    if (value.isEmpty()) {
        if (operation.need == Need::Write)
            throw Refusal::unauthorized();
        return;
    }
    AccessToken token;
    const UserPtr user = m_twin.world.userByToken(value, &token);
    const bool expired = token.expiresAt && *token.expiresAt <= m_twin.clock.now();
    if (user && !token.revoked && !expired) {
        call.user = user;
        call.token = token;
        m_twin.world.journalEntry(call.journal).user = user->username;
    }
    if (lenient)
        return;
    if (!user)
        throw bearer ? invalidToken(u"Token was not found."_s) : Refusal::unauthorized();
    if (token.revoked)
        throw invalidToken(u"Token was revoked. You have to re-authorize from the user."_s);
    if (expired)
        throw invalidToken(u"Token is expired. You can either do re-authorization or token refresh."_s);
    if (!scopeSuffices(token, operation.need)) {
        throw Refusal(
            403,
            { { u"error"_s, u"insufficient_scope"_s },
              { u"error_description"_s, u"The request requires higher privileges than provided by the access token."_s },
              { u"scope"_s, operation.need == Need::Write ? u"api"_s : u"api read_api"_s } });
    }
}

FaultSubject RestApi::subjectOf(const Operation &operation, const Call &call) const
{
    FaultSubject subject;
    subject.method = httpserver::nameOf(call.request->method);
    subject.path = QString::fromLatin1(call.request->path);
    subject.op = operation.name;
    // By the token alone, so that a rule finds its user although the fault comes before authentication.
    bool bearer = false;
    AccessToken token;
    const UserPtr user = m_twin.world.userByToken(tokenOf(*call.request, &bearer), &token);
    subject.user = user ? user->username : QString();
    if (operation.pattern.contains("/merge_requests/{iid}"))
        subject.iid = call.argument(1);
    subject.body = call.request->body;
    return subject;
}

Task<Reply> RestApi::answer(const Operation &operation, Call &call)
{
    try {
        authenticate(operation, call);
        call.parameters = Parameters(*call.request);
        const Reply reply = co_await operation.run(call);
        co_return reply;
    } catch (const Refusal &refusal) {
        co_return refusal.toReply();
    } catch (const std::exception &failure) {
        qCWarning(logTwin, "%s failed: %s", qPrintable(operation.name), failure.what());
        co_return errorReply(500);
    }
}

Task<void> RestApi::serve(Operation operation, RequestPtr request, Responder responder)
{
    const qint64 journal = openJournal(operation, *request);
    const int generation = m_twin.generation;
    Call call { m_twin, request, responder, {}, {}, {}, journal };
    const std::optional<Fault> fault = m_twin.faults.take(subjectOf(operation, call));
    Reply reply;
    const bool delays = fault && fault->kind == "delay"_L1;
    if (fault && fault->phase == Fault::Phase::Before && !delays) {
        co_await m_twin.faults.answer(*fault, responder, reply);
    } else {
        if (delays && fault->phase == Fault::Phase::Before)
            co_await m_twin.clock.sleep(std::chrono::milliseconds(fault->settings[u"ms"_s].toInteger()));
        reply = co_await answer(operation, call);
        m_twin.store.commit(); // What an answer says has happened must be on disk before anybody reads it.
        if (call.answered)
            reply.body.clear();
        else if (fault && fault->phase == Fault::Phase::AfterEffect)
            co_await m_twin.faults.answer(*fault, responder, reply);
        else
            responder.send(reply);
    }
    if (generation != m_twin.generation)
        co_return; // The journal was emptied meanwhile.
    JournalEntry &entry = m_twin.world.journalEntry(journal);
    entry.status = reply.status;
    entry.fault = fault ? fault->id : QString();
    entry.clientGone = responder.clientGone();
}

} // namespace slipway::twin
