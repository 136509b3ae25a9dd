// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/call.h"

#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Reply;

QString Call::baseUrl() const
{
    static const QRegularExpression form(u"\\A[A-Za-z0-9.\\-\\[\\]:]+\\z"_s);
    const QString host = QString::fromLatin1(request->header("Host"));
    return form.match(host).hasMatch() ? u"http://"_s + host : twin.apiUrl;
}

ProjectPtr Call::project() const
{
    const ProjectPtr found = twin.world.project(argument(0));
    const ProjectPtr moved = found ? nullptr : twin.world.movedProject(argument(0));
    if (moved && moved->canRead(user))
        throw movedTo(*request, baseUrl(), moved->id);
    if (!found || !found->canRead(user))
        throw Refusal::missing(u"Project"_s);
    return found;
}

void Call::requireUser() const
{
    if (!user)
        throw Refusal::unauthorized();
}

void Call::requireCode(const ProjectPtr &project) const
{
    if (project->visibility == "private"_L1)
        requireLevel(project, Reporter);
}

void Call::requireLevel(const ProjectPtr &project, int level) const
{
    requireUser();
    if (project->levelOf(user) < level)
        throw Refusal::forbidden();
}

void Call::requirePush(const ProjectPtr &project) const
{
    requireLevel(project, Developer);
    if (project->archived)
        throw Refusal::forbidden();
}

qint64 Call::numberArgument(int index, QLatin1StringView name) const
{
    bool ok = false;
    const qint64 number = argument(index).toLongLong(&ok);
    if (!ok)
        throw Refusal::error(400, name + u" is invalid"_s);
    return number;
}

bool Call::seesThePast(const Instant &writtenAt) const
{
    return stale && (staleWithin.count() == 0 || twin.clock.now() - writtenAt < staleWithin);
}

MergeRequestPtr Call::mergeRequest(const ProjectPtr &project) const
{
    const MergeRequestPtr found = project->mergeRequest(numberArgument(1, "merge_request_iid"_L1));
    const MergeRequestPtr seen = found ? asSeen(found) : nullptr;
    if (!seen)
        throw Refusal::noRecord();
    return seen;
}

MergeRequestPtr Call::asSeen(const MergeRequestPtr &mergeRequest) const
{
    if (!seesThePast(mergeRequest->lastWrittenAt) || mergeRequest->lastWrittenAt == Instant())
        return mergeRequest;
    // A copy of its own: what is shown of the past must not be changed by whoever reads it.
    return mergeRequest->earlier ? std::make_shared<MergeRequest>(*mergeRequest->earlier) : nullptr;
}

PipelinePtr Call::pipeline(const ProjectPtr &project) const
{
    const PipelinePtr found = project->pipeline(numberArgument(1, "pipeline_id"_L1));
    if (!found)
        throw Refusal::noRecord();
    return found;
}

Refusal movedTo(const httpserver::Request &request, const QString &base, qint64 projectId)
{
    using httpserver::Method;
    if (request.method != Method::Get && request.method != Method::Head)
        return Refusal::message(405, u"Non GET methods are not allowed for moved projects"_s);
    QByteArray path = request.path;
    const QByteArray prefix = "/api/v4/projects/";
    const qsizetype end = path.indexOf('/', prefix.size());
    path = prefix + QByteArray::number(projectId) + (end < 0 ? QByteArray() : path.mid(end));
    if (!request.query.isEmpty())
        path += '?' + request.query;
    return Refusal::message(301, u"Moved Permanently"_s).withHeader("Location", base.toLatin1() + path);
}

Reply jsonReply(int status, const QJsonValue &value)
{
    Reply reply;
    reply.status = status;
    const QJsonDocument document = value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject());
    reply.body = document.toJson(QJsonDocument::Compact);
    return reply;
}

Reply emptyReply()
{
    Reply reply;
    reply.status = 204;
    return reply;
}

} // namespace slipway::twin
