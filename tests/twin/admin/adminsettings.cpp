// SPDX-License-Identifier: GPL-3.0-only
// The part of AdminApi that turns the knobs of projects, pipelines and services.
#include "tests/twin/admin/adminapi.h"
#include "tests/twin/admin/stateview.h"
#include "tests/twin/core/strictobject.h"
#include "tests/twin/rest/call.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

QJsonObject masked(QJsonObject services)
{
    for (const QString &secret : { u"approval_secret"_s, u"approval_token"_s, u"deploy_secret"_s, u"webhook_secret"_s,
                                   u"card_secret"_s, u"card_token"_s, u"permission_token"_s }) {
        if (!services[secret].toString().isEmpty())
            services.insert(secret, u"***"_s);
    }
    return services;
}

} // namespace

void AdminApi::addPipelines()
{
    add(Method::Get, "/pipelines/script", [this](const Order &) {
        return jsonReply(200, QJsonObject { { u"scripts"_s, m_twin.pipelines.scripts.toJson() } });
    });
    add(Method::Post, "/pipelines/script", [this](const Order &order) {
        return jsonReply(201, QJsonObject { { u"id"_s, m_twin.pipelines.scripts.add(order.body) } });
    });
    add(Method::Delete, "/pipelines/script", [this](const Order &) {
        m_twin.pipelines.scripts.clear();
        return jsonReply(200, QJsonObject());
    });
    add(Method::Post, "/pipelines/{id}/status", [this](const Order &order) { return setPipelineStatus(order); });
}

Reply AdminApi::setPipelineStatus(const Order &order)
{
    StrictObject given(order.body);
    const QString status = given.word(u"status"_s, PipelineScripts::statuses(), QString());
    given.nothingElse();
    for (const ProjectPtr &project : m_twin.world.projects()) {
        const PipelinePtr pipeline = project->pipeline(order.argument(0).toLongLong());
        if (!pipeline)
            continue;
        m_twin.pipelines.setStatus(project, pipeline, status);
        return jsonReply(200, render::pipelineFull(m_twin.apiUrl, project, pipeline));
    }
    throw Refusal::error(404, u"there is no such pipeline"_s);
}

void AdminApi::addSettings()
{
    add(Method::Get, "/projects/{project}/policy",
        [this](const Order &order) { return jsonReply(200, projectOf(order.argument(0))->policy.values()); });
    add(Method::Post, "/projects/{project}/policy", [this](const Order &order) {
        const ProjectPtr project = projectOf(order.argument(0));
        m_twin.world.apply({ {}, project, nullptr, {}, {}, {}, {} }, [&] { project->policy.change(order.body); });
        return jsonReply(200, project->policy.values());
    });
    add(Method::Post, "/projects/{project}/move", [this](const Order &order) { return move(order); });
    add(Method::Get, "/services",
        [this](const Order &) { return jsonReply(200, masked(m_twin.deliveries.services.values())); });
    add(Method::Post, "/services", [this](const Order &order) {
        m_twin.deliveries.changeServices(order.body);
        return jsonReply(200, masked(m_twin.deliveries.services.values()));
    });
}

Reply AdminApi::move(const Order &order)
{
    const ProjectPtr project = projectOf(order.argument(0));
    StrictObject given(order.body);
    const QString path = given.needText(u"path"_s);
    given.nothingElse();
    if (!Seeding::isProjectPath(path))
        given.refuse(u"path"_s, u"\"group/project\""_s);
    if (m_twin.world.project(path))
        throw Refusal::error(409, u"there is a project at %1"_s.arg(path));
    m_twin.world.apply({ {}, project, nullptr, {}, {}, {}, {} }, [&] {
        project->formerPaths.append(project->path);
        project->formerPaths.removeAll(path);
        project->path = path;
        project->name = path.section(u'/', -1);
    });
    return jsonReply(200, QJsonObject { { u"id"_s, project->id }, { u"path"_s, project->path } });
}

} // namespace slipway::twin
