// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/hookpayloads.h"

#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const QString noSha(40, u'0');
constexpr qsizetype listedCommits = 20;

QJsonArray labelParts(const QStringList &labels)
{
    QJsonArray parts;
    for (const QString &label : labels)
        parts.append(QJsonObject { { u"title"_s, label }, { u"type"_s, u"ProjectLabel"_s } });
    return parts;
}

void difference(QJsonObject &changes, const QString &name, const QJsonValue &previous, const QJsonValue &current)
{
    if (previous != current)
        changes.insert(name, QJsonObject { { u"previous"_s, previous }, { u"current"_s, current } });
}

QJsonValue timeOrNull(const std::optional<Instant> &at) { return at ? QJsonValue(HookPayloads::time(*at)) : QJsonValue(); }

QJsonValue secondsBetween(const std::optional<Instant> &from, const std::optional<Instant> &to)
{
    if (!from || !to)
        return {};
    return qint64(std::chrono::duration_cast<std::chrono::seconds>(*to - *from).count());
}

} // namespace

QString HookPayloads::time(Instant at) { return toSql(at).left(19) + u" UTC"_s; }

QJsonObject HookPayloads::projectPart(const ProjectPtr &project) const
{
    const QString home = m_twin.apiUrl + u'/' + project->path;
    return { { u"id"_s, project->id },
             { u"name"_s, project->name },
             { u"description"_s, QJsonValue() },
             { u"web_url"_s, home },
             { u"avatar_url"_s, QJsonValue() },
             { u"git_http_url"_s, home + u".git"_s },
             { u"namespace"_s, project->path.section(u'/', -2, -2) },
             { u"visibility_level"_s,
               project->visibility == "public"_L1         ? 20
                   : project->visibility == "internal"_L1 ? 10
                                                          : 0 },
             { u"path_with_namespace"_s, project->path },
             { u"default_branch"_s, project->defaultBranch },
             { u"homepage"_s, home },
             { u"url"_s, home + u".git"_s },
             { u"http_url"_s, home + u".git"_s } };
}

QJsonObject HookPayloads::repositoryPart(const ProjectPtr &project) const
{
    const QString home = m_twin.apiUrl + u'/' + project->path;
    return { { u"name"_s, project->name },
             { u"url"_s, home + u".git"_s },
             { u"description"_s, QJsonValue() },
             { u"homepage"_s, home } };
}

QJsonValue HookPayloads::userPart(const UserPtr &user) const
{
    if (!user)
        return {};
    return QJsonObject { { u"id"_s, user->id },
                         { u"name"_s, user->name },
                         { u"username"_s, user->username },
                         { u"avatar_url"_s, QJsonValue() },
                         { u"email"_s, u"[REDACTED]"_s } };
}

QJsonObject HookPayloads::attributes(const ProjectPtr &project, const MergeRequest &mergeRequest) const
{
    QJsonObject json { { u"id"_s, mergeRequest.id },
                       { u"iid"_s, mergeRequest.iid },
                       { u"title"_s, mergeRequest.title },
                       { u"description"_s, mergeRequest.description },
                       { u"state"_s, render::stateName(mergeRequest.state) },
                       { u"source_branch"_s, mergeRequest.sourceBranch },
                       { u"target_branch"_s, mergeRequest.targetBranch },
                       { u"source_project_id"_s, project->id },
                       { u"target_project_id"_s, project->id },
                       { u"author_id"_s, mergeRequest.author ? mergeRequest.author->id : 0 } };
    json.insert(u"last_commit"_s,
                QJsonObject { { u"id"_s, mergeRequest.head },
                              { u"url"_s, m_twin.apiUrl + u'/' + project->path + u"/-/commit/"_s + mergeRequest.head } });
    json.insert(u"merge_status"_s, Mergeability::mergeStatusName(mergeRequest.mergeStatus));
    json.insert(u"detailed_merge_status"_s, m_twin.mergeability.detailedStatus(project, mergeRequest));
    json.insert(u"draft"_s, mergeRequest.isDraft());
    json.insert(u"work_in_progress"_s, mergeRequest.isDraft());
    json.insert(u"merge_error"_s, render::textOrNull(mergeRequest.mergeError));
    json.insert(u"merge_commit_sha"_s, render::textOrNull(mergeRequest.mergeCommit));
    json.insert(u"merge_user_id"_s, mergeRequest.mergedBy ? QJsonValue(mergeRequest.mergedBy->id) : QJsonValue());
    json.insert(u"merge_when_pipeline_succeeds"_s, bool(mergeRequest.autoMergeUser));
    json.insert(u"head_pipeline_id"_s, mergeRequest.headPipeline ? QJsonValue(mergeRequest.headPipeline->id) : QJsonValue());
    json.insert(u"labels"_s, labelParts(mergeRequest.labels));
    json.insert(u"prepared_at"_s, timeOrNull(mergeRequest.preparedAt));
    json.insert(u"created_at"_s, time(mergeRequest.createdAt));
    json.insert(u"updated_at"_s, time(mergeRequest.updatedAt));
    json.insert(u"url"_s, render::mergeRequestUrl(m_twin.apiUrl, project, mergeRequest));
    json.insert(u"source"_s, projectPart(project));
    json.insert(u"target"_s, projectPart(project));
    return json;
}

/// Only against what it was before the last write; like GitLab's own, the object may well be empty.
QJsonObject HookPayloads::changes(const MergeRequest &mergeRequest) const
{
    QJsonObject json;
    if (!mergeRequest.earlier)
        return json;
    const MergeRequest &before = *mergeRequest.earlier;
    difference(json, u"title"_s, before.title, mergeRequest.title);
    difference(json, u"description"_s, before.description, mergeRequest.description);
    difference(json, u"target_branch"_s, before.targetBranch, mergeRequest.targetBranch);
    difference(json, u"draft"_s, before.isDraft(), mergeRequest.isDraft());
    difference(json, u"labels"_s, labelParts(before.labels), labelParts(mergeRequest.labels));
    difference(json, u"state_id"_s, int(before.state) + 1, int(mergeRequest.state) + 1);
    difference(json, u"updated_at"_s, time(before.updatedAt), time(mergeRequest.updatedAt));
    return json;
}

QJsonObject HookPayloads::mergeRequest(const Change &change) const
{
    const MergeRequest &mergeRequest = *change.mergeRequest;
    QJsonObject attributesPart = attributes(change.project, mergeRequest);
    attributesPart.insert(u"action"_s, change.hookAction);
    const QString oldHead = change.detail[u"oldrev"_s].toString();
    if (!oldHead.isEmpty())
        attributesPart.insert(u"oldrev"_s, oldHead);
    QJsonArray assignees, reviewers;
    for (const UserPtr &user : mergeRequest.assignees)
        assignees.append(userPart(user));
    for (const UserPtr &user : mergeRequest.reviewers)
        reviewers.append(userPart(user));
    return { { u"object_kind"_s, u"merge_request"_s },
             { u"event_type"_s, u"merge_request"_s },
             { u"user"_s, userPart(change.actor.user) },
             { u"project"_s, projectPart(change.project) },
             { u"repository"_s, repositoryPart(change.project) },
             { u"object_attributes"_s, attributesPart },
             { u"labels"_s, labelParts(mergeRequest.labels) },
             { u"changes"_s, changes(mergeRequest) },
             { u"assignees"_s, assignees },
             { u"reviewers"_s, reviewers } };
}

QJsonObject HookPayloads::note(const Change &change) const
{
    const MergeRequest &mergeRequest = *change.mergeRequest;
    const Note &note = mergeRequest.notes.last();
    const QJsonObject attributesPart {
        { u"id"_s, note.id },
        { u"note"_s, note.body },
        { u"noteable_type"_s, u"MergeRequest"_s },
        { u"noteable_id"_s, mergeRequest.id },
        { u"author_id"_s, note.author ? note.author->id : 0 },
        { u"project_id"_s, change.project->id },
        { u"system"_s, note.system },
        { u"internal"_s, note.internal },
        { u"action"_s, u"create"_s },
        { u"created_at"_s, time(note.createdAt) },
        { u"updated_at"_s, time(note.createdAt) },
        { u"url"_s, render::mergeRequestUrl(m_twin.apiUrl, change.project, mergeRequest) + u"#note_%1"_s.arg(note.id) },
    };
    return { { u"object_kind"_s, u"note"_s },
             { u"event_type"_s, note.internal ? u"confidential_note"_s : u"note"_s },
             { u"user"_s, userPart(note.author) },
             { u"project_id"_s, change.project->id },
             { u"project"_s, projectPart(change.project) },
             { u"repository"_s, repositoryPart(change.project) },
             { u"object_attributes"_s, attributesPart },
             { u"merge_request"_s, attributes(change.project, mergeRequest) } };
}

QJsonObject HookPayloads::pipeline(const ProjectPtr &project, const PipelinePtr &pipeline) const
{
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    QJsonObject attributesPart { { u"id"_s, pipeline->id },
                                 { u"iid"_s, pipeline->iid },
                                 { u"name"_s, QJsonValue() },
                                 { u"ref"_s, mergeRequest ? mergeRequest->sourceBranch : pipeline->ref },
                                 { u"tag"_s, false },
                                 { u"sha"_s, pipeline->sha },
                                 { u"before_sha"_s, noSha },
                                 { u"source"_s, pipeline->source },
                                 { u"status"_s, pipeline->status },
                                 { u"detailed_status"_s, pipeline->status },
                                 { u"stages"_s, QJsonArray { u"test"_s } } };
    attributesPart.insert(u"created_at"_s, time(pipeline->createdAt));
    attributesPart.insert(u"finished_at"_s, timeOrNull(pipeline->finishedAt));
    attributesPart.insert(u"duration"_s, secondsBetween(pipeline->startedAt, pipeline->finishedAt));
    attributesPart.insert(u"queued_duration"_s, secondsBetween(pipeline->createdAt, pipeline->startedAt));
    attributesPart.insert(u"variables"_s, QJsonArray());
    attributesPart.insert(u"url"_s, m_twin.apiUrl + u'/' + project->path + u"/-/pipelines/%1"_s.arg(pipeline->id));
    QJsonValue mergeRequestPart;
    if (mergeRequest) {
        QJsonObject all = attributes(project, *mergeRequest), part;
        for (const QString &name :
             { u"id"_s, u"iid"_s, u"title"_s, u"source_branch"_s, u"source_project_id"_s, u"target_branch"_s,
               u"target_project_id"_s, u"state"_s, u"merge_status"_s, u"detailed_merge_status"_s, u"url"_s })
            part.insert(name, all[name]);
        mergeRequestPart = part;
    }
    return { { u"object_kind"_s, u"pipeline"_s },      { u"object_attributes"_s, attributesPart },
             { u"merge_request"_s, mergeRequestPart }, { u"user"_s, userPart(pipeline->user) },
             { u"project"_s, projectPart(project) },   { u"builds"_s, QJsonArray() } };
}

QJsonObject HookPayloads::commit(const ProjectPtr &project, const Commit &commit) const
{
    return { { u"id"_s, commit.id },
             { u"message"_s, commit.message },
             { u"title"_s, commit.title() },
             { u"timestamp"_s, toIso(commit.committer.at) },
             { u"url"_s, m_twin.apiUrl + u'/' + project->path + u"/-/commit/"_s + commit.id },
             { u"author"_s, QJsonObject { { u"name"_s, commit.author.name }, { u"email"_s, commit.author.email } } } };
}

QJsonObject HookPayloads::push(const ProjectPtr &project, const BranchMove &move, const QList<Commit> &commits) const
{
    QJsonArray listed;
    for (auto it = commits.crbegin() + qMax<qsizetype>(0, commits.size() - listedCommits); it != commits.crend(); ++it)
        listed.append(commit(project, *it));
    const UserPtr &user = move.actor.user;
    return { { u"object_kind"_s, u"push"_s },
             { u"event_name"_s, u"push"_s },
             { u"before"_s, move.from.isEmpty() ? noSha : move.from },
             { u"after"_s, move.to.isEmpty() ? noSha : move.to },
             { u"ref"_s, u"refs/heads/"_s + move.branch },
             { u"ref_protected"_s, project->protectionOf(move.branch) != nullptr },
             { u"checkout_sha"_s, render::textOrNull(move.to) },
             { u"user_id"_s, user ? user->id : 0 },
             { u"user_name"_s, user ? user->name : QString() },
             { u"user_username"_s, user ? user->username : QString() },
             { u"project_id"_s, project->id },
             { u"project"_s, projectPart(project) },
             { u"repository"_s, repositoryPart(project) },
             { u"commits"_s, listed },
             { u"total_commits_count"_s, commits.size() } };
}

} // namespace slipway::twin
