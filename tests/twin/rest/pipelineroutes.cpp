// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <algorithm>
#include <functional>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

void order(const Call &call, QList<PipelinePtr> &found)
{
    call.parameters.requireOneOf("order_by"_L1, { u"id"_s, u"status"_s, u"ref"_s, u"updated_at"_s, u"user_id"_s });
    call.parameters.requireOneOf("sort"_L1, { u"asc"_s, u"desc"_s });
    const QString by = call.parameters.text("order_by"_L1);
    std::stable_sort(found.begin(), found.end(), [&](const PipelinePtr &a, const PipelinePtr &b) {
        if (by == "status"_L1)
            return a->status < b->status;
        if (by == "ref"_L1)
            return a->ref < b->ref;
        if (by == "updated_at"_L1)
            return a->updatedAt < b->updatedAt;
        return a->id < b->id;
    });
    // Newest first.
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
}

Reply answer(const Call &call, const ProjectPtr &project, const std::function<bool(const Pipeline &)> &wanted)
{
    QList<PipelinePtr> found;
    for (const PipelinePtr &pipeline : std::as_const(project->pipelines)) {
        if (wanted(*pipeline))
            found.append(pipeline);
    }
    order(call, found);
    return listReply<PipelinePtr>(
        call, found, [](const PipelinePtr &pipeline) { return sortable(pipeline->id); },
        [&](const PipelinePtr &pipeline) { return render::pipelineBrief(call.baseUrl(), project, pipeline); });
}

/// Pipelines are the business of members.
void requireBuilds(const Call &call, const ProjectPtr &project)
{
    if (project->visibility == "private"_L1)
        call.requireLevel(project, Reporter);
}

Task<Reply> ofMergeRequest(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const qint64 iid = mergeRequest->iid;
    const QString branch = mergeRequest->sourceBranch, head = mergeRequest->head;
    co_return answer(call, project, [=](const Pipeline &pipeline) {
        return pipeline.mergeRequestIid == iid || (pipeline.ref == branch && pipeline.sha == head);
    });
}

Task<Reply> createForMergeRequest(Call &call)
{
    const ProjectPtr project = call.project();
    call.requirePush(project);
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    if (!mergeRequest->isOpen() || mergeRequest->head.isEmpty())
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    const PipelineOrder order { u"merge_request_event"_s, mergeRequest->sourceBranch, mergeRequest->head, mergeRequest,
                                call.actor() };
    if (call.parameters.flag("async"_L1).value_or(false)) {
        call.twin.pipelines.schedule(project, order);
        co_return jsonReply(202, QJsonObject());
    }
    const PipelinePtr made = co_await call.twin.pipelines.createNow(project, order);
    if (!made)
        throw Refusal::message(405, u"405 Method Not Allowed"_s);
    co_return jsonReply(200, render::pipelineFull(call.baseUrl(), project, made));
}

Refusal baseRefusal(const QString &text) { return Refusal::message(400, QJsonObject { { u"base"_s, QJsonArray { text } } }); }

QMap<QString, QString> variablesOf(const Call &call)
{
    QMap<QString, QString> variables;
    const QJsonArray given = call.parameters.value("variables"_L1).toArray();
    for (const QJsonValue &variable : given)
        variables.insert(variable[u"key"_s].toString(), variable[u"value"_s].toString());
    return variables;
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = call.project();
    call.requirePush(project);
    call.parameters.require({ "ref"_L1 });
    const QString ref = call.parameters.text("ref"_L1);
    const QString head = project->repository->head(ref);
    if (head.isEmpty())
        throw baseRefusal(u"Reference not found"_s);
    const PipelineOrder order { u"api"_s, ref, head, nullptr, call.actor(), variablesOf(call) };
    const PipelinePtr made = co_await call.twin.pipelines.createNow(project, order);
    if (!made)
        throw baseRefusal(u"Pipeline will not run for the selected trigger. The rules configuration prevented any jobs "
                          "from being added to the pipeline."_s);
    co_return jsonReply(201, render::pipelineFull(call.baseUrl(), project, made));
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    const Parameters &wanted = call.parameters;
    const auto same = [&](QLatin1StringView key, const QString &value) {
        return !wanted.has(key) || wanted.text(key) == value;
    };
    requireBuilds(call, project);
    wanted.requireOneOf("status"_L1, PipelineScripts::statuses());
    co_return answer(call, project, [&](const Pipeline &pipeline) {
        return same("ref"_L1, pipeline.ref) && same("sha"_L1, pipeline.sha) && same("status"_L1, pipeline.status)
            && same("source"_L1, pipeline.source) && same("username"_L1, pipeline.user ? pipeline.user->username : QString());
    });
}

Task<Reply> latest(Call &call)
{
    const ProjectPtr project = call.project();
    requireBuilds(call, project);
    const QString ref = call.parameters.optionalText("ref"_L1).value_or(project->defaultBranch);
    for (auto it = project->pipelines.crbegin(); it != project->pipelines.crend(); ++it) {
        if ((*it)->ref == ref)
            co_return jsonReply(200, render::pipelineFull(call.baseUrl(), project, *it));
    }
    throw Refusal::missing(u"Pipeline"_s);
}

Task<Reply> jobs(Call &call)
{
    const ProjectPtr project = call.project();
    requireBuilds(call, project);
    const PipelinePtr pipeline = call.pipeline(project);
    co_return listReply<Job>(
        call, pipeline->jobs, [](const Job &job) { return sortable(job.id); },
        [&](const Job &job) { return render::job(call.baseUrl(), project, pipeline, job); });
}

Task<Reply> variables(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Developer);
    const PipelinePtr pipeline = call.pipeline(project);
    QJsonArray items;
    for (auto it = pipeline->variables.cbegin(); it != pipeline->variables.cend(); ++it)
        items.append(QJsonObject { { u"key"_s, it.key() }, { u"variable_type"_s, u"env_var"_s }, { u"value"_s, it.value() } });
    co_return jsonReply(200, items);
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    requireBuilds(call, project);
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
        { Method::Post, "/api/v4/projects/{id}/pipeline", u"pipeline.create"_s, Need::Write, &create },
        { Method::Get, "/api/v4/projects/{id}/pipelines/latest", u"pipeline.latest"_s, Need::Read, &latest },
        { Method::Get, "/api/v4/projects/{id}/pipelines/{pipeline}/jobs", u"pipeline.jobs"_s, Need::Read, &jobs },
        { Method::Get, "/api/v4/projects/{id}/pipelines/{pipeline}/variables", u"pipeline.variables"_s, Need::Read,
          &variables },
        { Method::Get, "/api/v4/projects/{id}/pipelines/{pipeline}", u"pipeline.get"_s, Need::Read, &get },
        { Method::Post, "/api/v4/projects/{id}/pipelines/{pipeline}/retry", u"pipeline.retry"_s, Need::Write, &retry },
        { Method::Post, "/api/v4/projects/{id}/pipelines/{pipeline}/cancel", u"pipeline.cancel"_s, Need::Write, &cancel },
    };
}

} // namespace slipway::twin
