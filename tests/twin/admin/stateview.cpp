// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/admin/stateview.h"

#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

namespace slipway::twin::view {

using namespace Qt::StringLiterals;

namespace {

/// How many of each kind are in which state: "approval": {"delivered": 3}.
QJsonObject deliveryCounts(const Twin &twin)
{
    QJsonObject counts;
    for (const DeliveryPtr &delivery : twin.deliveries.all()) {
        QJsonObject ofKind = counts[delivery->kind].toObject();
        ofKind.insert(delivery->state, ofKind[delivery->state].toInt() + 1);
        counts.insert(delivery->kind, ofKind);
    }
    return counts;
}

QJsonObject projectState(const Twin &twin, const ProjectPtr &project)
{
    QJsonObject branches;
    const QMap<QString, QString> heads = project->repository->branches();
    for (auto it = heads.begin(); it != heads.end(); ++it)
        branches.insert(it.key(), it.value());
    QJsonArray mergeRequests, pipelines;
    for (const MergeRequestPtr &mergeRequest : std::as_const(project->mergeRequests)) {
        QJsonObject json =
            render::mergeRequest(twin.apiUrl, project, *mergeRequest, twin.mergeability.shown(project, *mergeRequest));
        QJsonArray approvedBy;
        for (const Approval &approval : std::as_const(mergeRequest->approvals))
            approvedBy.append(approval.user->username);
        json.insert(u"approved_by"_s, approvedBy);
        json.insert(u"merge_error"_s, render::textOrNull(mergeRequest->mergeError));
        json.insert(u"rebase_in_progress"_s, mergeRequest->rebaseInProgress);
        mergeRequests.append(json);
    }
    for (const PipelinePtr &pipeline : std::as_const(project->pipelines))
        pipelines.append(render::pipelineBrief(twin.apiUrl, project, pipeline));
    return {
        { u"id"_s, project->id },    { u"path"_s, project->path },           { u"default_branch"_s, project->defaultBranch },
        { u"branches"_s, branches }, { u"merge_requests"_s, mergeRequests }, { u"pipelines"_s, pipelines }
    };
}

} // namespace

QJsonObject clock(const Twin &twin)
{
    return { { u"mode"_s, twin.clock.isManual() ? u"manual"_s : u"real"_s }, { u"now"_s, toIso(twin.clock.now()) } };
}

QJsonObject state(const Twin &twin)
{
    QJsonArray users, projects, approvals, cards;
    for (const UserPtr &user : twin.world.users())
        users.append(render::userBrief(twin.apiUrl, user));
    for (const ProjectPtr &project : twin.world.projects())
        projects.append(projectState(twin, project));
    for (const ApprovalRequestPtr &approval : twin.world.approvals)
        approvals.append(twin.approvals.toJson(*approval));
    for (const CardPtr &card : twin.cards.cards())
        cards.append(twin.cards.toJson(*card));
    return { { u"clock"_s, clock(twin) },
             { u"users"_s, users },
             { u"projects"_s, projects },
             { u"approvals"_s, approvals },
             { u"deploys"_s, twin.deploys.toJson() },
             { u"cards"_s, cards },
             { u"permissions"_s, twin.permissions.grants() },
             { u"deliveries"_s, deliveryCounts(twin) },
             { u"faults"_s, twin.faults.toJson() } };
}

QJsonObject journal(const Twin &twin, const QString &op, const QString &user, qint64 since)
{
    QJsonArray entries;
    for (const JournalEntry &entry : twin.world.journal()) {
        if (entry.id <= since || (!op.isEmpty() && entry.op != op) || (!user.isEmpty() && entry.user != user))
            continue;
        QJsonArray effects;
        for (const qint64 id : entry.effects)
            effects.append(id);
        entries.append(QJsonObject { { u"id"_s, entry.id },
                                     { u"at"_s, toIso(entry.at) },
                                     { u"connection"_s, entry.connection },
                                     { u"method"_s, QString::fromLatin1(entry.method) },
                                     { u"path"_s, QString::fromLatin1(entry.path) },
                                     { u"query"_s, QString::fromLatin1(entry.query) },
                                     { u"body"_s, QString::fromUtf8(entry.body) },
                                     { u"op"_s, entry.op },
                                     { u"user"_s, entry.user },
                                     { u"status"_s, entry.status },
                                     { u"fault"_s, entry.fault },
                                     { u"effects"_s, effects },
                                     { u"client_gone"_s, entry.clientGone } });
    }
    return { { u"entries"_s, entries }, { u"last"_s, twin.world.journal().size() } };
}

QJsonObject effects(const Twin &twin, const EffectFilter &filter)
{
    QJsonArray list;
    QMap<QString, int> counts;
    for (const Effect &effect : twin.world.effects()) {
        if (effect.id <= filter.since || (!filter.kind.isEmpty() && effect.kind != filter.kind)
            || (!filter.project.isEmpty() && effect.project != filter.project)
            || (!filter.user.isEmpty() && effect.user != filter.user) || (filter.iid > 0 && effect.iid != filter.iid))
            continue;
        ++counts[effect.kind];
        list.append(QJsonObject { { u"id"_s, effect.id },
                                  { u"at"_s, toIso(effect.at) },
                                  { u"kind"_s, effect.kind },
                                  { u"project"_s, effect.project },
                                  { u"iid"_s, effect.iid },
                                  { u"user"_s, effect.user },
                                  { u"sha"_s, effect.sha },
                                  { u"detail"_s, effect.detail },
                                  { u"request"_s, effect.request } });
    }
    QJsonObject countJson;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        countJson.insert(it.key(), it.value());
    return { { u"effects"_s, list }, { u"counts"_s, countJson }, { u"last"_s, twin.world.effects().size() } };
}

} // namespace slipway::twin::view
