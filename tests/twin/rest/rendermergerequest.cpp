// SPDX-License-Identifier: GPL-3.0-only
// The largest of GitLab's shapes, apart from the others.
#include "tests/twin/rest/render.h"

namespace slipway::twin::render {

using namespace Qt::StringLiterals;

QString stateName(MergeRequest::State state)
{
    switch (state) {
    case MergeRequest::State::Opened: return u"opened"_s;
    case MergeRequest::State::Closed: return u"closed"_s;
    case MergeRequest::State::Locked: return u"locked"_s;
    case MergeRequest::State::Merged: return u"merged"_s;
    }
    Q_UNREACHABLE();
}

QString mergeRequestUrl(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    return u"%1/%2/-/merge_requests/%3"_s.arg(base, project->path).arg(mergeRequest.iid);
}

namespace {

void addPeople(QJsonObject &json, const QString &base, const MergeRequest &mergeRequest)
{
    json.insert(u"author"_s, userBrief(base, mergeRequest.author));
    json.insert(u"assignees"_s, userBriefs(base, mergeRequest.assignees));
    json.insert(u"assignee"_s, userBrief(base, mergeRequest.assignees.value(0)));
    json.insert(u"reviewers"_s, userBriefs(base, mergeRequest.reviewers));
    json.insert(u"merged_by"_s, userBrief(base, mergeRequest.mergedBy));
    json.insert(u"merge_user"_s, userBrief(base, mergeRequest.mergedBy ? mergeRequest.mergedBy : mergeRequest.autoMergeUser));
    json.insert(u"merged_at"_s, timeOrNull(mergeRequest.mergedAt));
    json.insert(u"closed_by"_s, userBrief(base, mergeRequest.closedBy));
    json.insert(u"closed_at"_s, timeOrNull(mergeRequest.closedAt));
}

void addReferences(QJsonObject &json, const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    const QString reference = u"!%1"_s.arg(mergeRequest.iid);
    json.insert(u"reference"_s, reference);
    json.insert(
        u"references"_s,
        QJsonObject { { u"short"_s, reference }, { u"relative"_s, reference }, { u"full"_s, project->path + reference } });
    json.insert(u"web_url"_s, mergeRequestUrl(base, project, mergeRequest));
}

bool squashesOnMerge(const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    const QString option = project->policy.text("squash_option"_L1);
    return option == "always"_L1 || (option != "never"_L1 && mergeRequest.squash);
}

} // namespace

QJsonObject simpleMergeRequest(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest)
{
    return { { u"id"_s, mergeRequest.id },
             { u"iid"_s, mergeRequest.iid },
             { u"project_id"_s, mergeRequest.projectId },
             { u"title"_s, mergeRequest.title },
             { u"description"_s, mergeRequest.description },
             { u"state"_s, stateName(mergeRequest.state) },
             { u"created_at"_s, time(mergeRequest.createdAt) },
             { u"updated_at"_s, time(mergeRequest.updatedAt) },
             { u"web_url"_s, mergeRequestUrl(base, project, mergeRequest) } };
}

QJsonObject mergeRequest(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest,
                         const ShownStatus &status)
{
    QJsonObject json {
        { u"id"_s, mergeRequest.id },
        { u"iid"_s, mergeRequest.iid },
        { u"project_id"_s, mergeRequest.projectId },
        { u"source_project_id"_s, mergeRequest.projectId },
        { u"target_project_id"_s, mergeRequest.projectId },
        { u"title"_s, mergeRequest.title },
        { u"description"_s, mergeRequest.description },
        { u"state"_s, stateName(mergeRequest.state) },
        { u"created_at"_s, time(mergeRequest.createdAt) },
        { u"updated_at"_s, time(mergeRequest.updatedAt) },
        { u"prepared_at"_s, timeOrNull(mergeRequest.preparedAt) },
        { u"source_branch"_s, mergeRequest.sourceBranch },
        { u"target_branch"_s, mergeRequest.targetBranch },
        { u"draft"_s, mergeRequest.isDraft() },
        { u"work_in_progress"_s, mergeRequest.isDraft() },
        { u"merge_when_pipeline_succeeds"_s, mergeRequest.autoMergeUser != nullptr },
        { u"merge_status"_s, status.mergeStatus },
        { u"detailed_merge_status"_s, status.detailed },
        { u"sha"_s, textOrNull(mergeRequest.head) },
        { u"merge_commit_sha"_s, textOrNull(mergeRequest.mergeCommit) },
        { u"squash_commit_sha"_s, textOrNull(mergeRequest.squashCommit) },
        { u"has_conflicts"_s, status.hasConflicts },
        { u"blocking_discussions_resolved"_s, !mergeRequest.hasUnresolvedThread() },
        { u"discussion_locked"_s, mergeRequest.discussionLocked ? QJsonValue(true) : QJsonValue() },
        { u"force_remove_source_branch"_s, mergeRequest.forceRemoveSourceBranch },
        { u"squash"_s, mergeRequest.squash },
        { u"squash_on_merge"_s, squashesOnMerge(project, mergeRequest) },
        { u"labels"_s, QJsonArray::fromStringList(mergeRequest.labels) },
        { u"milestone"_s, QJsonValue() },
        { u"upvotes"_s, 0 },
        { u"downvotes"_s, 0 },
        { u"user_notes_count"_s, mergeRequest.notes.size() },
        { u"approvals_before_merge"_s, QJsonValue() },
    };
    json.insert(u"merge_after"_s, timeOrNull(mergeRequest.mergeAfter));
    json.insert(u"task_completion_status"_s, QJsonObject { { u"count"_s, 0 }, { u"completed_count"_s, 0 } });
    json.insert(u"should_remove_source_branch"_s,
                mergeRequest.shouldRemoveSourceBranch ? QJsonValue(*mergeRequest.shouldRemoveSourceBranch) : QJsonValue());
    addPeople(json, base, mergeRequest);
    addReferences(json, base, project, mergeRequest);
    return json;
}

void addDetails(QJsonObject &json, const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest,
                const UserPtr &viewer)
{
    const bool prepared = mergeRequest.preparedAt.has_value();
    QJsonValue refs;
    if (prepared) {
        refs = QJsonObject { { u"base_sha"_s, mergeRequest.diffBase },
                             { u"head_sha"_s, mergeRequest.head },
                             { u"start_sha"_s, mergeRequest.diffStart } };
    }
    json.insert(u"diff_refs"_s, refs);
    json.insert(u"changes_count"_s, prepared ? textOrNull(mergeRequest.changesCount) : QJsonValue());
    json.insert(u"merge_error"_s, textOrNull(mergeRequest.mergeError));
    json.insert(u"subscribed"_s, false);
    json.insert(u"first_contribution"_s, false);
    json.insert(u"user"_s, QJsonObject { { u"can_merge"_s, project->canMergeInto(viewer, mergeRequest.targetBranch) } });
    const PipelinePtr &pipeline = mergeRequest.headPipeline;
    json.insert(u"pipeline"_s, pipelineBrief(base, project, pipeline));
    json.insert(u"head_pipeline"_s, pipeline ? QJsonValue(pipelineFull(base, project, pipeline)) : QJsonValue());
    json.insert(u"latest_build_started_at"_s, pipeline ? timeOrNull(pipeline->startedAt) : QJsonValue());
    json.insert(u"latest_build_finished_at"_s, pipeline ? timeOrNull(pipeline->finishedAt) : QJsonValue());
}

} // namespace slipway::twin::render
