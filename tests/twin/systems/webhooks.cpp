// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/webhooks.h"

#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QJsonObject projectPart(const ProjectPtr &project, const QString &base)
{
    return { { u"id"_s, project->id },
             { u"name"_s, project->name },
             { u"path_with_namespace"_s, project->path },
             { u"default_branch"_s, project->defaultBranch },
             { u"web_url"_s, base + u'/' + project->path } };
}

/// Hooks write times another way than the API does.
QString hookTime(Instant at) { return toSql(at).left(19) + u" UTC"_s; }

} // namespace

Webhooks::Webhooks(Twin &twin)
    : m_twin(twin)
    , m_policy(Deliveries::knobs())
{
    connect(&twin.world, &World::mergeRequestChanged, this, &Webhooks::mergeRequestChanged);
    connect(&twin.world, &World::pipelineChanged, this, &Webhooks::pipelineChanged);
    Channel channel;
    channel.knobs = &m_policy;
    channel.url = [this](const Delivery &delivery) {
        const QString base = m_twin.deliveries.serviceFor(delivery);
        return base.isEmpty() ? base : base + u"/callbacks/gitlab"_s;
    };
    channel.headers = [this](const Delivery &delivery, const Trouble &) {
        return Channel::Headers { { "User-Agent", "GitLab/17.11.2-ee" },
                                  { "X-Gitlab-Event", delivery.trigger.toUtf8() },
                                  { "X-Gitlab-Token", m_twin.deliveries.services.text("webhook_secret"_L1).toUtf8() },
                                  { "X-Gitlab-Instance", m_twin.apiUrl.toUtf8() },
                                  { "X-Gitlab-Webhook-UUID", QUuid::createUuid().toByteArray(QUuid::WithoutBraces) },
                                  { "X-Gitlab-Event-UUID", QUuid::createUuid().toByteArray(QUuid::WithoutBraces) },
                                  { "Idempotency-Key", delivery.eventId.toLatin1() } };
    };
    channel.waits = [] { return QList<std::chrono::milliseconds>(); };
    channel.lateness = [] { return std::chrono::milliseconds(0); };
    channel.patience = [] { return std::chrono::seconds(10); };
    channel.takenBelow = 400;
    twin.deliveries.open(u"webhook"_s, channel);
}

void Webhooks::mergeRequestChanged(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &action,
                                   const Actor &actor)
{
    if (!m_twin.deliveries.services.isSet("webhooks"_L1))
        return;
    QJsonObject attributes { { u"id"_s, mergeRequest->id },
                             { u"iid"_s, mergeRequest->iid },
                             { u"state"_s, render::stateName(mergeRequest->state) },
                             { u"action"_s, action },
                             { u"title"_s, mergeRequest->title },
                             { u"source_branch"_s, mergeRequest->sourceBranch },
                             { u"target_branch"_s, mergeRequest->targetBranch },
                             { u"source_project_id"_s, project->id },
                             { u"target_project_id"_s, project->id } };
    attributes.insert(u"last_commit"_s, QJsonObject { { u"id"_s, mergeRequest->head } });
    attributes.insert(u"merge_status"_s, Mergeability::mergeStatusName(mergeRequest->mergeStatus));
    attributes.insert(u"detailed_merge_status"_s, m_twin.mergeability.detailedStatus(project, *mergeRequest));
    attributes.insert(u"draft"_s, mergeRequest->isDraft());
    attributes.insert(u"merge_commit_sha"_s, render::textOrNull(mergeRequest->mergeCommit));
    attributes.insert(u"url"_s, render::mergeRequestUrl(m_twin.apiUrl, project, *mergeRequest));
    attributes.insert(u"updated_at"_s, hookTime(mergeRequest->updatedAt));
    QJsonObject body { { u"object_kind"_s, u"merge_request"_s }, { u"event_type"_s, u"merge_request"_s } };
    body.insert(u"user"_s, actor.user ? render::userBrief(m_twin.apiUrl, actor.user) : QJsonValue());
    body.insert(u"project"_s, projectPart(project, m_twin.apiUrl));
    body.insert(u"object_attributes"_s, attributes);
    body.insert(u"changes"_s, QJsonObject());
    send("Merge Request Hook", body);
}

void Webhooks::pipelineChanged(const ProjectPtr &project, const PipelinePtr &pipeline)
{
    if (!m_twin.deliveries.services.isSet("webhooks"_L1))
        return;
    QJsonObject body { { u"object_kind"_s, u"pipeline"_s } };
    body.insert(u"object_attributes"_s,
                QJsonObject { { u"id"_s, pipeline->id },
                              { u"iid"_s, pipeline->iid },
                              { u"ref"_s, pipeline->ref },
                              { u"sha"_s, pipeline->sha },
                              { u"source"_s, pipeline->source },
                              { u"status"_s, pipeline->status },
                              { u"created_at"_s, hookTime(pipeline->createdAt) } });
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    QJsonValue part;
    if (mergeRequest) {
        part = QJsonObject { { u"id"_s, mergeRequest->id },
                             { u"iid"_s, mergeRequest->iid },
                             { u"source_branch"_s, mergeRequest->sourceBranch },
                             { u"target_branch"_s, mergeRequest->targetBranch },
                             { u"state"_s, render::stateName(mergeRequest->state) } };
    }
    body.insert(u"merge_request"_s, part);
    body.insert(u"project"_s, projectPart(project, m_twin.apiUrl));
    send("Pipeline Hook", body);
}

void Webhooks::send(const QByteArray &event, const QJsonObject &body)
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"webhook"_s;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    delivery->trigger = QString::fromUtf8(event);
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_twin.deliveries.send(delivery);
}

} // namespace slipway::twin
