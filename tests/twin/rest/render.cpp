// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/render.h"

namespace slipway::twin::render {

using namespace Qt::StringLiterals;

QString time(Instant at) { return toIso(at).left(23) + u'Z'; }

QJsonValue timeOrNull(const std::optional<Instant> &at) { return at ? QJsonValue(time(*at)) : QJsonValue(); }

QJsonValue textOrNull(const QString &text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); }

QJsonValue userBrief(const QString &base, const UserPtr &user)
{
    if (!user)
        return QJsonValue();
    return QJsonObject {
        { u"id"_s, user->id },       { u"username"_s, user->username }, { u"name"_s, user->name },
        { u"state"_s, u"active"_s }, { u"avatar_url"_s, QJsonValue() }, { u"web_url"_s, base + u'/' + user->username }
    };
}

QJsonArray userBriefs(const QString &base, const QList<UserPtr> &users)
{
    QJsonArray list;
    for (const UserPtr &user : users)
        list.append(userBrief(base, user));
    return list;
}

QJsonObject userFull(const QString &base, const UserPtr &user)
{
    QJsonObject json = userBrief(base, user).toObject();
    json.insert(u"email"_s, user->email);
    json.insert(u"public_email"_s, QString());
    json.insert(u"created_at"_s, time(user->createdAt));
    json.insert(u"bot"_s, user->bot);
    json.insert(u"is_admin"_s, user->admin);
    json.insert(u"can_create_group"_s, false);
    json.insert(u"can_create_project"_s, false);
    json.insert(u"two_factor_enabled"_s, false);
    json.insert(u"external"_s, false);
    return json;
}

QJsonObject project(const QString &base, const ProjectPtr &project, const UserPtr &viewer)
{
    const Settings &policy = project->policy;
    const int level = project->levelOf(viewer);
    QJsonValue access;
    if (level > NoAccess)
        access = QJsonObject { { u"access_level"_s, level }, { u"notification_level"_s, 3 } };
    return {
        { u"id"_s, project->id },
        { u"name"_s, project->name },
        { u"path"_s, project->path.section(u'/', -1) },
        { u"path_with_namespace"_s, project->path },
        { u"name_with_namespace"_s, project->path },
        { u"description"_s, QString() },
        { u"default_branch"_s, project->defaultBranch },
        { u"web_url"_s, base + u'/' + project->path },
        { u"http_url_to_repo"_s, base + u'/' + project->path + u".git"_s },
        { u"ssh_url_to_repo"_s, u"git@127.0.0.1:"_s + project->path + u".git"_s },
        { u"visibility"_s, project->visibility },
        { u"archived"_s, project->archived },
        { u"empty_repo"_s, project->repository->branches().isEmpty() },
        { u"created_at"_s, time(project->createdAt) },
        { u"merge_method"_s, policy.text("merge_method"_L1) },
        { u"merge_requests_enabled"_s, true },
        { u"only_allow_merge_if_pipeline_succeeds"_s, policy.isSet("pipelines_must_succeed"_L1) },
        { u"allow_merge_on_skipped_pipeline"_s, policy.isSet("allow_skipped"_L1) },
        { u"only_allow_merge_if_all_discussions_are_resolved"_s, policy.isSet("discussions_must_resolve"_L1) },
        { u"remove_source_branch_after_merge"_s, policy.isSet("remove_source_branch"_L1) },
        { u"squash_option"_s, policy.text("squash_option"_L1) },
        { u"approvals_before_merge"_s, policy.number("required_approvals"_L1) },
        { u"merge_pipelines_enabled"_s, policy.isSet("merged_results"_L1) },
        { u"permissions"_s, QJsonObject { { u"project_access"_s, access }, { u"group_access"_s, QJsonValue() } } },
    };
}

QJsonObject commit(const QString &base, const ProjectPtr &project, const Commit &commit)
{
    return {
        { u"id"_s, commit.id },
        { u"short_id"_s, commit.id.left(8) },
        { u"title"_s, commit.title() },
        { u"message"_s, commit.message },
        { u"created_at"_s, time(commit.committer.at) },
        { u"parent_ids"_s, QJsonArray::fromStringList(commit.parents) },
        { u"author_name"_s, commit.author.name },
        { u"author_email"_s, commit.author.email },
        { u"authored_date"_s, time(commit.author.at) },
        { u"committer_name"_s, commit.committer.name },
        { u"committer_email"_s, commit.committer.email },
        { u"committed_date"_s, time(commit.committer.at) },
        { u"trailers"_s, QJsonObject() },
        { u"web_url"_s, base + u'/' + project->path + u"/-/commit/"_s + commit.id },
    };
}

QJsonObject branch(const QString &base, const ProjectPtr &project, const QString &name, const Commit &head, bool merged,
                   const UserPtr &viewer)
{
    const ProtectedBranch *rule = project->protectionOf(name);
    return {
        { u"name"_s, name },
        { u"commit"_s, commit(base, project, head) },
        { u"merged"_s, merged },
        { u"protected"_s, rule != nullptr },
        { u"default"_s, name == project->defaultBranch },
        { u"developers_can_push"_s, rule && rule->pushLevel == Developer },
        { u"developers_can_merge"_s, rule && rule->mergeLevel == Developer },
        { u"can_push"_s, project->canPush(viewer, name) },
        { u"web_url"_s, base + u'/' + project->path + u"/-/tree/"_s + name },
    };
}

QJsonObject protectedBranch(const ProtectedBranch &rule)
{
    const auto levels = [](qint64 id, int level) {
        const QString text = level == NoAccess ? u"No one"_s
            : level == Developer               ? u"Developers + Maintainers"_s
                                               : u"Maintainers"_s;
        return QJsonArray { QJsonObject { { u"id"_s, id },
                                          { u"access_level"_s, level },
                                          { u"access_level_description"_s, text },
                                          { u"user_id"_s, QJsonValue() },
                                          { u"group_id"_s, QJsonValue() } } };
    };
    return { { u"id"_s, rule.id },
             { u"name"_s, rule.name },
             { u"push_access_levels"_s, levels(rule.id * 2 - 1, rule.pushLevel) },
             { u"merge_access_levels"_s, levels(rule.id * 2, rule.mergeLevel) },
             { u"unprotect_access_levels"_s, QJsonArray() },
             { u"allow_force_push"_s, rule.allowForcePush },
             { u"code_owner_approval_required"_s, false } };
}

QJsonValue pipelineBrief(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline)
{
    if (!pipeline)
        return QJsonValue();
    return QJsonObject { { u"id"_s, pipeline->id },
                         { u"iid"_s, pipeline->iid },
                         { u"project_id"_s, pipeline->projectId },
                         { u"sha"_s, pipeline->sha },
                         { u"ref"_s, pipeline->ref },
                         { u"status"_s, pipeline->status },
                         { u"source"_s, pipeline->source },
                         { u"created_at"_s, time(pipeline->createdAt) },
                         { u"updated_at"_s, time(pipeline->updatedAt) },
                         { u"web_url"_s, base + u'/' + project->path + u"/-/pipelines/%1"_s.arg(pipeline->id) } };
}

QJsonObject pipelineFull(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline)
{
    QJsonObject json = pipelineBrief(base, project, pipeline).toObject();
    QJsonValue duration;
    if (pipeline->startedAt && pipeline->finishedAt)
        duration =
            qint64(std::chrono::duration_cast<std::chrono::seconds>(*pipeline->finishedAt - *pipeline->startedAt).count());
    json.insert(u"before_sha"_s, QString(40, u'0'));
    json.insert(u"tag"_s, false);
    json.insert(u"yaml_errors"_s, QJsonValue());
    json.insert(u"user"_s, userBrief(base, pipeline->user));
    json.insert(u"started_at"_s, timeOrNull(pipeline->startedAt));
    json.insert(u"finished_at"_s, timeOrNull(pipeline->finishedAt));
    json.insert(u"committed_at"_s, QJsonValue());
    json.insert(u"duration"_s, duration);
    json.insert(u"queued_duration"_s, QJsonValue());
    json.insert(u"coverage"_s, QJsonValue());
    json.insert(
        u"detailed_status"_s,
        QJsonObject { { u"text"_s, pipeline->status }, { u"label"_s, pipeline->status }, { u"group"_s, pipeline->status } });
    return json;
}

QJsonObject job(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline, const Job &job)
{
    const bool ended = !pipeline->isActive();
    return { { u"id"_s, job.id },
             { u"name"_s, job.name },
             { u"stage"_s, job.stage },
             { u"status"_s, ended && !job.status.isEmpty() ? job.status : pipeline->status },
             { u"ref"_s, pipeline->ref },
             { u"tag"_s, false },
             { u"allow_failure"_s, false },
             { u"created_at"_s, time(pipeline->createdAt) },
             { u"started_at"_s, timeOrNull(pipeline->startedAt) },
             { u"finished_at"_s, timeOrNull(pipeline->finishedAt) },
             { u"user"_s, userBrief(base, pipeline->user) },
             { u"pipeline"_s, pipelineBrief(base, project, pipeline) },
             { u"web_url"_s, base + u'/' + project->path + u"/-/jobs/%1"_s.arg(job.id) } };
}

QJsonObject note(const QString &base, const MergeRequest &mergeRequest, const Note &note)
{
    QJsonObject json { { u"id"_s, note.id },
                       { u"type"_s, note.resolvable ? QJsonValue(u"DiscussionNote"_s) : QJsonValue() },
                       { u"body"_s, note.body },
                       { u"attachment"_s, QJsonValue() },
                       { u"author"_s, userBrief(base, note.author) },
                       { u"created_at"_s, time(note.createdAt) },
                       { u"updated_at"_s, time(note.updatedAt) },
                       { u"system"_s, note.system },
                       { u"internal"_s, note.internal },
                       { u"confidential"_s, note.internal },
                       { u"project_id"_s, mergeRequest.projectId },
                       { u"noteable_id"_s, mergeRequest.id },
                       { u"noteable_type"_s, u"MergeRequest"_s },
                       { u"noteable_iid"_s, mergeRequest.iid },
                       { u"resolvable"_s, note.resolvable } };
    if (note.resolvable) {
        json.insert(u"resolved"_s, note.resolvedBy != nullptr);
        json.insert(u"resolved_by"_s, userBrief(base, note.resolvedBy));
    }
    return json;
}

QJsonObject discussion(const QString &base, const MergeRequest &mergeRequest, const QList<Note> &notes)
{
    QJsonArray items;
    for (const Note &entry : notes)
        items.append(note(base, mergeRequest, entry));
    return { { u"id"_s, notes.isEmpty() ? QString() : notes.first().discussion },
             { u"individual_note"_s, notes.size() == 1 && !notes.first().resolvable },
             { u"notes"_s, items } };
}

} // namespace slipway::twin::render
