// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/restapi.h"

#include "tests/twin/core/log.h"
#include "tests/twin/rest/authentication.h"
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

/// 26 characters, as GitLab's.
QByteArray requestId(int generation, qint64 journal)
{
    return "01TWIN" + QByteArray::number(generation).rightJustified(6, '0')
        + QByteArray::number(journal).rightJustified(14, '0');
}

} // namespace

RestApi::RestApi(Twin &twin)
    : m_twin(twin)
    , m_router(std::make_shared<httpserver::Router>())
{
    const QList<Operation> all = routes::meta() + routes::projects() + routes::branches() + routes::protectedBranches()
        + routes::commits() + routes::comparing() + routes::files() + routes::mergeRequests() + routes::mergeRequestLists()
        + routes::merging() + routes::reviews() + routes::discussions() + routes::pipelines() + routes::approvalSystem()
        + routes::hooks() + routes::cards() + routes::permission() + routes::git();
    QStringList names;
    for (const Operation &operation : all) {
        names.append(operation.name);
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
    m_twin.faults.setOperations(names);
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
    entry.connection = request.peerPort;
    entry.method = httpserver::nameOf(request.method);
    entry.path = request.path;
    entry.query = request.query;
    if (!operation.name.startsWith(u"git."))
        entry.body = request.body.left(journalBodyLimit);
    entry.op = operation.name;
    return m_twin.world.openJournal(std::move(entry));
}

FaultSubject RestApi::subjectOf(const Operation &operation, const Call &call) const
{
    FaultSubject subject;
    subject.method = httpserver::nameOf(call.request->method);
    subject.path = QString::fromLatin1(call.request->path);
    subject.op = operation.name;
    const UserPtr user = tokenOwner(m_twin.world, *call.request);
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

HookPoint RestApi::pointOf(const Operation &operation, const Call &call) const
{
    HookPoint point;
    point.operation = operation.name;
    ProjectPtr project;
    if (operation.pattern.startsWith("/api/v4/projects/{id}"))
        project = m_twin.world.project(call.argument(0));
    else if (operation.name.startsWith(u"git."))
        project = m_twin.world.project(call.request->arguments.join(u'/').chopped(4));
    point.project = project ? project->id : 0;
    if (operation.pattern.contains("/merge_requests/{iid}"))
        point.iid = call.argument(1).toLongLong();
    return point;
}

Task<Reply> RestApi::run(const Operation &operation, Call &call)
{
    HookPoint point = pointOf(operation, call);
    co_await m_twin.hookPoints.reach(point);
    const Reply reply = co_await answer(operation, call);
    point.kind = HookPoint::Kind::AfterOperation;
    co_await m_twin.hookPoints.reach(point);
    co_return reply;
}

void RestApi::sign(Reply &reply, qint64 journal, std::chrono::steady_clock::time_point since) const
{
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
    reply.headers.append({ "X-Request-Id", requestId(m_twin.generation, journal) });
    reply.headers.append({ "X-Runtime", QByteArray::number(seconds, 'f', 6) });
}

Task<void> RestApi::serve(Operation operation, RequestPtr request, Responder responder)
{
    const auto since = std::chrono::steady_clock::now();
    const qint64 journal = openJournal(operation, *request);
    const int generation = m_twin.generation;
    Call call { m_twin, request, responder, {}, {}, {}, journal };
    const std::optional<Fault> fault = m_twin.faults.take(subjectOf(operation, call));
    const bool early = fault && fault->phase == Fault::Phase::Before, late = fault && !early;
    const std::chrono::milliseconds wait(fault ? fault->settings[u"ms"_s].toInteger() : 0);
    if (fault) {
        m_twin.world.journalEntry(journal).fault = fault->id;
        call.mustReturn = late;
        const bool reads = request->method == Method::Get || request->method == Method::Head;
        call.stale = reads && fault->kind == "stale_read"_L1;
        call.staleWithin = call.stale ? wait : std::chrono::milliseconds(0);
    }
    Reply reply;
    int sent = 0;
    if (early && !fault->letsRequestPass()) {
        sent = co_await m_twin.faults.answer(*fault, request, responder, reply);
    } else {
        if (early && fault->kind == "delay"_L1)
            co_await m_twin.clock.sleep(wait);
        reply = co_await run(operation, call);
        m_twin.store.commit(); // What an answer says has happened must be on disk before anybody reads it.
        sign(reply, journal, since);
        sent = reply.status;
        if (call.answered)
            reply.body.clear();
        else if (late)
            sent = co_await m_twin.faults.answer(*fault, request, responder, reply);
        else
            responder.send(reply);
    }
    if (generation != m_twin.generation)
        co_return; // The journal was emptied meanwhile.
    JournalEntry &entry = m_twin.world.journalEntry(journal);
    entry.status = sent;
    entry.clientGone = responder.clientGone();
}

} // namespace slipway::twin
