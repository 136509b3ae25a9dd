// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/deploypipeline.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultDeployPolicy()
{
    QJsonObject defaults = Deliveries::knobs();
    defaults.insert(u"enabled"_s, true);
    defaults.insert(u"delay_ms"_s, 100);
    defaults.insert(u"result"_s, u"success"_s);
    defaults.insert(u"fail"_s, 0);
    defaults.insert(u"late_ms"_s, 0);
    defaults.insert(u"early"_s, 0);
    defaults.insert(u"older"_s, 0);
    defaults.insert(u"report"_s, u"each"_s);
    defaults.insert(u"include"_s, QJsonArray { u"sha"_s, u"mrIid"_s });
    defaults.insert(u"branches"_s, QJsonArray());
    return Settings(defaults, { { u"result"_s, { u"success"_s, u"failed"_s } }, { u"report"_s, { u"each"_s, u"latest"_s } } });
}

} // namespace

DeployPipeline::DeployPipeline(Twin &twin)
    : policy(defaultDeployPolicy())
    , m_twin(twin)
{
    twin.store.keepSettings(u"deploys_policy"_s, policy);
    twin.agenda.define(u"deploy.finish"_s, [this](const QJsonObject &with) {
        if (const DeployPtr deploy = m_twin.world.deploys.find(with[u"deploy"_s].toInteger()))
            finish(deploy);
    });
    Channel channel;
    channel.knobs = &policy;
    channel.url = [this](const Delivery &delivery) {
        const QString base = m_twin.deliveries.serviceFor(delivery);
        return base.isEmpty() ? base : base + u"/callbacks/deploy"_s;
    };
    channel.headers = [this](const Delivery &delivery, const Trouble &trouble) {
        const QByteArray stamp = Deliveries::stamp(trouble.oldTimestamp);
        const QByteArray secret = m_twin.deliveries.services.text("deploy_secret"_L1).toUtf8();
        return Channel::Headers { { "X-Slipway-Timestamp", stamp },
                                  { "X-Slipway-Signature",
                                    Deliveries::signature(secret, stamp, delivery.body, trouble.badSignature) } };
    };
    channel.waits = [this] { return m_twin.deliveries.services.durations("retry_ms"_L1); };
    channel.lateness = [this] { return policy.duration("late_ms"_L1); };
    channel.patience = [] { return std::chrono::seconds(10); };
    twin.deliveries.open(u"deploy"_s, channel);
}

void DeployPipeline::reset() { policy.restore(defaultDeployPolicy().values()); }

void DeployPipeline::change(const QJsonObject &values)
{
    const QJsonArray include = values[u"include"_s].toArray();
    for (const QJsonValue &word : include) {
        if (word != u"sha"_s && word != u"mrIid"_s)
            throw Refusal::error(400, u"include must be a list of sha and mrIid"_s);
    }
    const QJsonArray branches = values[u"branches"_s].toArray();
    for (const QJsonValue &branch : branches) {
        if (branch.toString().isEmpty())
            throw Refusal::error(400, u"branches must be a list of names"_s);
    }
    policy.change(values);
}

bool DeployPipeline::watches(const ProjectPtr &project, const QString &branch) const
{
    const QStringList branches = policy.list("branches"_L1);
    return policy.isSet("enabled"_L1) && (branches.isEmpty() ? branch == project->defaultBranch : branches.contains(branch));
}

Task<void> DeployPipeline::beforeMerge(ProjectPtr project, BranchMove move)
{
    if (!watches(project, move.branch) || !policy.consume("early"_L1))
        co_return;
    const DeployPtr deploy = start(project, move);
    const DeliveryPtr callback = callbackFor(deploy, resultOfNext());
    co_await m_twin.deliveries.sendNow(callback);
    deploy->state = u"sent"_s;
    m_twin.world.deploys.changed(deploy);
}

void DeployPipeline::branchAdvanced(const ProjectPtr &project, const BranchMove &move)
{
    if (!watches(project, move.branch))
        return;
    for (const DeployPtr &deploy : m_twin.world.deploys) {
        if (deploy->sha == move.to && deploy->project == project->path)
            return; // It was told before it was visible.
    }
    const DeployPtr deploy = start(project, move);
    m_twin.agenda.after(policy.duration("delay_ms"_L1), u"deploy.finish"_s, { { u"deploy"_s, deploy->id } });
}

DeployPtr DeployPipeline::start(const ProjectPtr &project, const BranchMove &move)
{
    auto deploy = std::make_shared<Deploy>();
    const Change change { u"deploy"_s, project, nullptr, {}, move.to, { { u"mr_iid"_s, move.mergedIid } }, {} };
    m_twin.world.apply(change, [&] {
        deploy->project = project->path;
        deploy->branch = move.branch;
        deploy->sha = move.to;
        deploy->before = move.from;
        deploy->iid = move.mergedIid;
        deploy->startedAt = m_twin.clock.now();
        m_twin.world.deploys.add(deploy);
    });
    return deploy;
}

DeployPtr DeployPipeline::report(const ProjectPtr &project, const QString &sha, qint64 iid, const QString &result)
{
    const DeployPtr deploy = start(project, { project->defaultBranch, {}, sha, {}, iid });
    tell(deploy, result);
    return deploy;
}

QString DeployPipeline::resultOfNext() { return policy.consume("fail"_L1) ? u"failed"_s : policy.text("result"_L1); }

void DeployPipeline::finish(const DeployPtr &deploy)
{
    if (policy.text("report"_L1) == "latest"_L1) {
        // A newer deploy of the same branch contains this one and speaks for it.
        const QList<DeployPtr> all = m_twin.world.deploys.all();
        const bool outdated = std::any_of(all.begin(), all.end(), [&](const DeployPtr &other) {
            return other->id > deploy->id && other->project == deploy->project && other->branch == deploy->branch;
        });
        if (outdated) {
            deploy->state = u"superseded"_s;
            return m_twin.world.deploys.changed(deploy);
        }
    }
    tell(deploy, resultOfNext());
}

void DeployPipeline::tell(const DeployPtr &deploy, const QString &result)
{
    const DeliveryPtr delivery = callbackFor(deploy, result);
    m_twin.deliveries.send(delivery);
    deploy->state = delivery->state == "waiting"_L1 ? u"sent"_s : delivery->state;
    m_twin.world.deploys.changed(deploy);
}

DeliveryPtr DeployPipeline::callbackFor(const DeployPtr &deploy, const QString &result)
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"deploy"_s;
    delivery->owner = deploy->id;
    delivery->trigger = result;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const bool older = !deploy->before.isEmpty() && policy.consume("older"_L1);
    deploy->reportedSha = older ? deploy->before : deploy->sha;
    deploy->result = result;
    deploy->eventId = delivery->eventId;
    QJsonObject body { { u"eventId"_s, delivery->eventId }, { u"project"_s, deploy->project }, { u"result"_s, result } };
    const QStringList include = policy.list("include"_L1);
    if (include.contains(u"sha"_s))
        body.insert(u"sha"_s, deploy->reportedSha);
    // An older deploy knows nothing of the merge request that came after it.
    if (include.contains(u"mrIid"_s) && deploy->iid > 0 && !older)
        body.insert(u"mrIid"_s, deploy->iid);
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_twin.world.deploys.changed(deploy);
    return delivery;
}

QJsonArray DeployPipeline::toJson() const
{
    QJsonArray list;
    for (const DeployPtr &deploy : m_twin.world.deploys) {
        list.append(QJsonObject { { u"id"_s, deploy->id },
                                  { u"project"_s, deploy->project },
                                  { u"branch"_s, deploy->branch },
                                  { u"sha"_s, deploy->sha },
                                  { u"mr_iid"_s, deploy->iid },
                                  { u"state"_s, deploy->state },
                                  { u"result"_s, deploy->result },
                                  { u"reported_sha"_s, deploy->reportedSha },
                                  { u"event_id"_s, deploy->eventId } });
    }
    return list;
}

} // namespace slipway::twin
