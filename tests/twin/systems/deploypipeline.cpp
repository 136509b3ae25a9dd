// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/deploypipeline.h"

#include "tests/twin/twin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultPolicy()
{
    QJsonObject defaults = Deliveries::knobs();
    defaults.insert(u"enabled"_s, true);
    defaults.insert(u"delay_ms"_s, 100);
    defaults.insert(u"result"_s, u"success"_s);
    defaults.insert(u"include"_s, QJsonArray { u"sha"_s, u"mrIid"_s });
    defaults.insert(u"branches"_s, QJsonArray());
    return Settings(defaults, { { u"result"_s, { u"success"_s, u"failed"_s } } });
}

} // namespace

DeployPipeline::DeployPipeline(Twin &twin)
    : policy(defaultPolicy())
    , m_twin(twin)
{
}

void DeployPipeline::reset() { policy = defaultPolicy(); }

void DeployPipeline::branchAdvanced(const ProjectPtr &project, const QString &branch, const QString &sha, qint64 iid)
{
    const QStringList branches = policy.list("branches"_L1);
    const bool watched = branches.isEmpty() ? branch == project->defaultBranch : branches.contains(branch);
    if (policy.isSet("enabled"_L1) && watched)
        spawn(run(project, start(project, branch, sha, iid)));
}

DeployPtr DeployPipeline::start(const ProjectPtr &project, const QString &branch, const QString &sha, qint64 iid)
{
    auto deploy = std::make_shared<Deploy>();
    const Change change { u"deploy"_s, project, nullptr, {}, sha, { { u"mr_iid"_s, iid } }, {} };
    m_twin.world.apply(change, [&] {
        deploy->id = m_twin.world.deploys.size() + 1;
        deploy->project = project->path;
        deploy->branch = branch;
        deploy->sha = sha;
        deploy->iid = iid;
        deploy->startedAt = m_twin.clock.now();
        m_twin.world.deploys.append(deploy);
    });
    return deploy;
}

Task<void> DeployPipeline::run(ProjectPtr project, DeployPtr deploy)
{
    co_await m_twin.clock.sleep(policy.duration("delay_ms"_L1));
    finish(project, deploy, policy.text("result"_L1));
}

DeployPtr DeployPipeline::report(const ProjectPtr &project, const QString &sha, qint64 iid, const QString &result)
{
    const DeployPtr deploy = start(project, project->defaultBranch, sha, iid);
    finish(project, deploy, result);
    return deploy;
}

void DeployPipeline::finish(const ProjectPtr &project, const DeployPtr &deploy, const QString &result)
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"deploy"_s;
    delivery->eventId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    delivery->path = u"/callbacks/deploy"_s;
    QJsonObject body { { u"eventId"_s, delivery->eventId }, { u"project"_s, project->path }, { u"result"_s, result } };
    const QStringList include = policy.list("include"_L1);
    if (include.contains(u"sha"_s))
        body.insert(u"sha"_s, deploy->sha);
    if (include.contains(u"mrIid"_s) && deploy->iid > 0)
        body.insert(u"mrIid"_s, deploy->iid);
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_twin.deliveries.send(delivery, policy);
    deploy->result = result;
    deploy->eventId = delivery->eventId;
    deploy->state = delivery->state == "waiting"_L1 ? u"sent"_s : delivery->state;
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
                                  { u"event_id"_s, deploy->eventId } });
    }
    return list;
}

} // namespace slipway::twin
