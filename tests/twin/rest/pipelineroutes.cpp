// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <functional>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

/// Newest first.
Reply listReply(const Call &call, const ProjectPtr &project, const std::function<bool(const Pipeline &)> &wanted)
{
    QList<PipelinePtr> found;
    for (auto it = project->pipelines.crbegin(); it != project->pipelines.crend(); ++it) {
        if (wanted(**it))
            found.append(*it);
    }
    if (call.parameters.text("sort"_L1) == "asc"_L1)
        std::reverse(found.begin(), found.end());
    const Page page = pageOf(call);
    QJsonArray items;
    const auto shown = found.mid(page.first(), page.size);
    for (const PipelinePtr &pipeline : shown)
        items.append(render::pipelineBrief(call.baseUrl(), project, pipeline));
    return pagedReply(call, page, items, found.size());
}

Task<Reply> ofMergeRequest(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const qint64 iid = mergeRequest->iid;
    const QString branch = mergeRequest->sourceBranch, head = mergeRequest->head;
    co_return listReply(call, project, [=](const Pipeline &pipeline) {
        return pipeline.mergeRequestIid == iid || (pipeline.ref == branch && pipeline.sha == head);
    });
}

Task<Reply> createForMergeRequest(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Developer);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    if (!mergeRequest->isOpen() || mergeRequest->head.isEmpty())
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    const PipelinePtr made = call.twin.pipelines.createNow(
        project, { u"merge_request_event"_s, mergeRequest->sourceBranch, mergeRequest->head, mergeRequest, call.actor() });
    if (!made)
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    co_return jsonReply(200, render::pipelineFull(call.baseUrl(), project, made));
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    const Parameters &wanted = call.parameters;
    const auto same = [&](QLatin1StringView key, const QString &value) {
        return !wanted.has(key) || wanted.text(key) == value;
    };
    co_return listReply(call, project, [&](const Pipeline &pipeline) {
        return same("ref"_L1, pipeline.ref) && same("sha"_L1, pipeline.sha) && same("status"_L1, pipeline.status)
            && same("source"_L1, pipeline.source);
    });
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    co_return jsonReply(200, render::pipelineFull(call.baseUrl(), project, call.pipeline(project)));
}

Task<Reply> retry(Call &call)
{
    const ProjectPtr project = call.project();
    const PipelinePtr pipeline = call.pipeline(project);
    call.requireLevel(project, Developer);
    call.twin.pipelines.retry(project, pipeline, call.actor());
    co_return jsonReply(201, render::pipelineFull(call.baseUrl(), project, pipeline));
}

Task<Reply> cancel(Call &call)
{
    const ProjectPtr project = call.project();
    const PipelinePtr pipeline = call.pipeline(project);
    call.requireLevel(project, Developer);
    call.twin.pipelines.cancel(project, pipeline, call.actor());
    co_return jsonReply(200, render::pipelineFull(call.baseUrl(), project, pipeline));
}

} // namespace

QList<Operation> routes::pipelines()
{
    return {
        { Method::Get, "/api/v4/projects/{id}/merge_requests/{iid}/pipelines", u"mr.pipelines"_s, Need::Read, &ofMergeRequest },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/pipelines", u"mr.pipeline_create"_s, Need::Write,
          &createForMergeRequest },
        { Method::Get, "/api/v4/projects/{id}/pipelines", u"pipeline.list"_s, Need::Read, &list },
        { Method::Get, "/api/v4/projects/{id}/pipelines/{pipeline}", u"pipeline.get"_s, Need::Read, &get },
        { Method::Post, "/api/v4/projects/{id}/pipelines/{pipeline}/retry", u"pipeline.retry"_s, Need::Write, &retry },
        { Method::Post, "/api/v4/projects/{id}/pipelines/{pipeline}/cancel", u"pipeline.cancel"_s, Need::Write, &cancel },
    };
}

} // namespace slipway::twin
