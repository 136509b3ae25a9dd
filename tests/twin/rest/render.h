// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/mergeability.h"
#include "tests/twin/model/project.h"

#include <QJsonArray>
#include <QJsonObject>

/// GitLab's JSON shapes. Pure: values in, JSON out.
namespace slipway::twin::render {

/// "2026-11-30T10:35:26.123Z"
QString time(Instant at);
QJsonValue timeOrNull(const std::optional<Instant> &at);
QJsonValue textOrNull(const QString &text);
QString stateName(MergeRequest::State state);
QString mergeRequestUrl(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest);

QJsonValue userBrief(const QString &base, const UserPtr &user);
QJsonArray userBriefs(const QString &base, const QList<UserPtr> &users);
QJsonObject userFull(const QString &base, const UserPtr &user);
QJsonObject project(const QString &base, const ProjectPtr &project, const UserPtr &viewer);
QJsonObject commit(const QString &base, const ProjectPtr &project, const Commit &commit);
QJsonObject branch(const QString &base, const ProjectPtr &project, const QString &name, const Commit &head, bool merged,
                   const UserPtr &viewer);
QJsonObject protectedBranch(const ProtectedBranch &rule);
QJsonValue pipelineBrief(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline);
QJsonObject pipelineFull(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline);
/// What the three status fields show is not always what is so.
QJsonObject mergeRequest(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest,
                         const ShownStatus &status);
/// `view=simple`
QJsonObject simpleMergeRequest(const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest);
QJsonObject job(const QString &base, const ProjectPtr &project, const PipelinePtr &pipeline, const Job &job);
QJsonObject discussion(const QString &base, const MergeRequest &mergeRequest, const QList<Note> &notes);
/// What only a single merge request shows.
void addDetails(QJsonObject &json, const QString &base, const ProjectPtr &project, const MergeRequest &mergeRequest,
                const UserPtr &viewer);
QJsonObject note(const QString &base, const MergeRequest &mergeRequest, const Note &note);

} // namespace slipway::twin::render
