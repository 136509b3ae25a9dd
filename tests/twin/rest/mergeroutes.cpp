// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/routes.h"
#include "tests/twin/rest/showmergerequest.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

Task<Reply> merge(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const Parameters &wanted = call.parameters;
    MergeOrder order;
    order.sha = wanted.optionalText("sha"_L1);
    order.removeSourceBranch = wanted.flag("should_remove_source_branch"_L1);
    order.squash = wanted.flag("squash"_L1);
    order.mergeMessage = wanted.text("merge_commit_message"_L1);
    order.squashMessage = wanted.text("squash_commit_message"_L1);
    order.whenPipelineSucceeds =
        wanted.flag("merge_when_pipeline_succeeds"_L1).value_or(false) || wanted.flag("auto_merge"_L1).value_or(false);
    co_await call.twin.merging.merge(project, mergeRequest, order, call.actor());
    co_return jsonReply(200, detailed(call, project, *mergeRequest));
}

Task<Reply> cancelAutoMerge(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    if (!project->canMergeInto(call.user, mergeRequest->targetBranch))
        throw Refusal::unauthorized();
    if (!mergeRequest->isOpen())
        throw Refusal::message(406, u"Can't cancel the automatic merge"_s);
    call.twin.autoMerging.cancel(project, mergeRequest, call.actor());
    co_return jsonReply(201, detailed(call, project, *mergeRequest));
}

Task<Reply> rebase(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const bool skipPipelines = call.parameters.flag("skip_ci"_L1).value_or(false);
    call.twin.rebasing.enqueue(project, mergeRequest, skipPipelines, call.actor());
    co_return jsonReply(202, QJsonObject { { u"rebase_in_progress"_s, true } });
}

} // namespace

QList<Operation> routes::merging()
{
    return {
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}/merge", u"mr.merge"_s, Need::Write, &merge },
        { Method::Post, "/api/v4/projects/{id}/merge_requests/{iid}/cancel_merge_when_pipeline_succeeds",
          u"mr.cancel_auto_merge"_s, Need::Write, &cancelAutoMerge },
        { Method::Put, "/api/v4/projects/{id}/merge_requests/{iid}/rebase", u"mr.rebase"_s, Need::Write, &rebase },
    };
}

} // namespace slipway::twin
