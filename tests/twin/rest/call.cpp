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

MergeRequestPtr Call::mergeRequest(const ProjectPtr &project) const
{
    const MergeRequestPtr found = project->mergeRequest(argument(1).toLongLong());
    if (!found)
        throw Refusal::noRecord();
    return found;
}

PipelinePtr Call::pipeline(const ProjectPtr &project) const
{
    const PipelinePtr found = project->pipeline(argument(1).toLongLong());
    if (!found)
        throw Refusal::noRecord();
    return found;
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

Page pageOf(const Call &call)
{
    Page page;
    page.number = int(qBound(qint64(1), call.parameters.number("page"_L1).value_or(1), qint64(1'000'000)));
    page.size = int(qBound(qint64(1), call.parameters.number("per_page"_L1).value_or(20), qint64(100)));
    return page;
}

namespace {

QByteArray linkTo(const Call &call, const Page &page, int number, QByteArrayView relation)
{
    QByteArray query;
    const auto items = call.request->queryItems();
    for (const auto &[key, value] : items) {
        if (key != "page"_L1 && key != "per_page"_L1)
            query += QUrl::toPercentEncoding(key) + '=' + QUrl::toPercentEncoding(value) + '&';
    }
    return '<' + call.baseUrl().toLatin1() + call.request->path + '?' + query + "page=" + QByteArray::number(number)
        + "&per_page=" + QByteArray::number(page.size) + ">; rel=\"" + relation.toByteArray() + '"';
}

} // namespace

Reply pagedReply(const Call &call, const Page &page, const QJsonArray &items, qint64 total, bool hasNext)
{
    Reply reply = jsonReply(200, items);
    const bool counted = total >= 0;
    const int pages = counted ? int((total + page.size - 1) / page.size) : 0;
    const bool next = counted ? page.number < pages : hasNext;
    const auto number = [](bool present, qint64 value) { return present ? QByteArray::number(value) : QByteArray(""); };
    QByteArrayList links;
    if (page.number > 1)
        links.append(linkTo(call, page, page.number - 1, "prev"));
    if (next)
        links.append(linkTo(call, page, page.number + 1, "next"));
    links.append(linkTo(call, page, 1, "first"));
    if (counted)
        links.append(linkTo(call, page, qMax(1, pages), "last"));
    reply.headers = { { "Link", links.join(", ") },
                      { "X-Page", QByteArray::number(page.number) },
                      { "X-Per-Page", QByteArray::number(page.size) },
                      { "X-Next-Page", number(next, page.number + 1) },
                      { "X-Prev-Page", number(page.number > 1, page.number - 1) } };
    if (counted) {
        reply.headers.append({ "X-Total", QByteArray::number(total) });
        reply.headers.append({ "X-Total-Pages", QByteArray::number(pages) });
    }
    return reply;
}

} // namespace slipway::twin
