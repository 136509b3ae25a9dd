// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/pipelines.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QJsonArray>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

Pipelines::Pipelines(Twin &twin)
    : m_twin(twin)
    , m_scripts(twin.store)
{
    twin.agenda.define(u"pipeline.create"_s, [this](const QJsonObject &with) { createDue(with); });
    twin.agenda.define(u"pipeline.step"_s, [this](const QJsonObject &with) { stepDue(with); });
}

void Pipelines::reset() { m_scripts.clear(); }

void Pipelines::clearScripts()
{
    const QList<std::shared_ptr<PipelineScript>> all = m_scripts.all();
    for (const std::shared_ptr<PipelineScript> &script : all)
        m_scripts.remove(script);
}

bool Pipelines::isStatus(const QString &word)
{
    static const QStringList words { u"created"_s,   u"waiting_for_resource"_s,
                                     u"preparing"_s, u"waiting_for_callback"_s,
                                     u"pending"_s,   u"running"_s,
                                     u"success"_s,   u"failed"_s,
                                     u"canceling"_s, u"canceled"_s,
                                     u"skipped"_s,   u"manual"_s,
                                     u"scheduled"_s };
    return words.contains(word);
}

qint64 Pipelines::addScript(const QJsonObject &json)
{
    const QJsonObject match = json[u"match"_s].toObject();
    const auto made = std::make_shared<PipelineScript>();
    PipelineScript &script = *made;
    script.source = match[u"source"_s].toString();
    if (script.source == "mr"_L1)
        script.source = u"merge_request_event"_s;
    script.branch.setPattern(match[u"branch_re"_s].toString());
    if (!script.branch.isValid())
        throw Refusal::error(400, u"branch_re is not a regular expression"_s);
    script.nth = match[u"nth"_s].toInt();
    script.project = json[u"project"_s].toString();
    script.never = json[u"never"_s].toBool();
    script.times = json[u"times"_s].toInt(-1);
    if (json.contains(u"create_delay_ms"_s))
        script.createDelay = milliseconds(json[u"create_delay_ms"_s].toInteger());
    const QJsonArray steps = json[u"steps"_s].toArray();
    for (const QJsonValue &step : steps) {
        const QString status = step[u"status"_s].toString();
        if (!isStatus(status))
            throw Refusal::error(400, u"%1 is no pipeline status"_s.arg(status));
        script.steps.append({ milliseconds(step[u"at_ms"_s].toInteger()), status });
    }
    m_scripts.add(made);
    return script.id;
}

QJsonArray Pipelines::scripts() const
{
    QJsonArray list;
    for (const std::shared_ptr<PipelineScript> &each : m_scripts) {
        const PipelineScript &script = *each;
        QJsonArray steps;
        for (const PipelineScript::Step &step : script.steps)
            steps.append(QJsonObject { { u"at_ms"_s, qint64(step.at.count()) }, { u"status"_s, step.status } });
        const QJsonObject match { { u"source"_s, script.source },
                                  { u"branch_re"_s, script.branch.pattern() },
                                  { u"nth"_s, script.nth } };
        list.append(QJsonObject { { u"id"_s, script.id },
                                  { u"project"_s, script.project },
                                  { u"match"_s, match },
                                  { u"never"_s, script.never },
                                  { u"times"_s, script.times },
                                  { u"steps"_s, steps } });
    }
    return list;
}

PipelineScript Pipelines::defaultScript(const ProjectPtr &project) const
{
    PipelineScript script;
    script.never = !project->policy.isSet("pipelines"_L1);
    const milliseconds step = project->policy.duration("pipeline_step_ms"_L1);
    const QString result = project->policy.text("pipeline_result"_L1);
    script.steps = { { step, u"pending"_s }, { 2 * step, u"running"_s } };
    if (result != "running"_L1)
        script.steps.append({ 3 * step, result });
    return script;
}

PipelineScript Pipelines::scriptFor(const ProjectPtr &project, const PipelineOrder &order)
{
    const int nth = ++project->pipelineCounts[order.source + u' ' + order.branch];
    m_twin.world.changed(project);
    for (const std::shared_ptr<PipelineScript> &each : m_scripts) {
        PipelineScript &script = *each;
        if (script.times == 0 || (!script.project.isEmpty() && script.project != project->path)
            || (!script.source.isEmpty() && script.source != order.source) || (script.nth > 0 && script.nth != nth)
            || !script.branch.match(order.branch).hasMatch())
            continue;
        if (script.times > 0) {
            --script.times;
            m_scripts.changed(each);
        }
        PipelineScript chosen = script;
        if (chosen.steps.isEmpty())
            chosen.steps = defaultScript(project).steps;
        return chosen;
    }
    return defaultScript(project);
}

void Pipelines::schedule(const ProjectPtr &project, const PipelineOrder &order)
{
    const PipelineScript script = scriptFor(project, order);
    if (script.never)
        return;
    QJsonObject with = World::reference(project, order.mergeRequest, order.actor);
    with.insert(u"source"_s, order.source);
    with.insert(u"branch"_s, order.branch);
    with.insert(u"sha"_s, order.sha);
    with.insert(u"steps"_s, stored::write(script.steps));
    m_twin.agenda.after(script.createDelay.value_or(project->policy.duration("pipeline_create_delay_ms"_L1)),
                        u"pipeline.create"_s, with);
}

PipelinePtr Pipelines::createNow(const ProjectPtr &project, const PipelineOrder &order)
{
    const PipelineScript script = scriptFor(project, order);
    return script.never ? nullptr : create(project, order, script);
}

void Pipelines::createDue(const QJsonObject &with)
{
    const World::Located found = m_twin.world.located(with);
    if (!found.project)
        return;
    PipelineScript script;
    stored::read(with[u"steps"_s], script.steps, References());
    create(found.project,
           { with[u"source"_s].toString(), with[u"branch"_s].toString(), with[u"sha"_s].toString(), found.mergeRequest,
             found.actor },
           script);
}

PipelinePtr Pipelines::create(const ProjectPtr &project, const PipelineOrder &order, const PipelineScript &script)
{
    auto pipeline = std::make_shared<Pipeline>();
    const Change change { u"pipeline_create"_s,
                          project,
                          order.mergeRequest,
                          order.actor,
                          order.sha,
                          { { u"source"_s, order.source }, { u"ref"_s, order.branch } },
                          {} };
    m_twin.world.apply(change, [&] {
        pipeline->id = m_twin.world.nextId(u"pipeline"_s);
        pipeline->iid = project->pipelines.size() + 1;
        pipeline->projectId = project->id;
        pipeline->sha = order.sha;
        pipeline->source = order.source;
        pipeline->status = u"created"_s;
        pipeline->user = order.actor.user;
        pipeline->createdAt = pipeline->updatedAt = m_twin.clock.now();
        pipeline->ref = order.branch;
        if (order.mergeRequest) {
            pipeline->mergeRequestIid = order.mergeRequest->iid;
            pipeline->ref = u"refs/merge-requests/%1/head"_s.arg(order.mergeRequest->iid);
            order.mergeRequest->headPipeline = pipeline;
        }
        project->pipelines.append(pipeline);
        m_twin.world.changed(pipeline);
    });
    Q_EMIT m_twin.world.pipelineChanged(project, pipeline);
    play(project, pipeline, script.steps);
    return pipeline;
}

void Pipelines::play(const ProjectPtr &project, const PipelinePtr &pipeline, const QList<PipelineScript::Step> &steps)
{
    ++pipeline->scriptRun;
    m_twin.world.apply({ {}, project, nullptr, {}, {}, {}, {} }, [&] { m_twin.world.changed(pipeline); });
    await(pipeline, m_twin.clock.now(), steps);
}

void Pipelines::await(const PipelinePtr &pipeline, Instant start, const QList<PipelineScript::Step> &steps)
{
    if (steps.isEmpty())
        return;
    const QJsonObject with { { u"project"_s, pipeline->projectId },
                             { u"pipeline"_s, pipeline->id },
                             { u"run"_s, pipeline->scriptRun },
                             { u"start"_s, toIso(start) },
                             { u"steps"_s, stored::write(steps) } };
    m_twin.agenda.at(start + steps.first().at, u"pipeline.step"_s, with);
}

void Pipelines::stepDue(const QJsonObject &with)
{
    const ProjectPtr project = m_twin.world.projectById(with[u"project"_s].toInteger());
    const PipelinePtr pipeline = project ? project->pipeline(with[u"pipeline"_s].toInteger()) : nullptr;
    if (!pipeline || pipeline->scriptRun != with[u"run"_s].toInt())
        return;
    QList<PipelineScript::Step> steps;
    stored::read(with[u"steps"_s], steps, References());
    const PipelineScript::Step step = steps.takeFirst();
    enter(project, pipeline, step.status);
    if (pipeline->scriptRun == with[u"run"_s].toInt())
        await(pipeline, fromIso(with[u"start"_s].toString()).value_or(m_twin.clock.now()), steps);
}

void Pipelines::enter(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status)
{
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] {
        pipeline->status = status;
        pipeline->updatedAt = m_twin.clock.now();
        if (status == "running"_L1 && !pipeline->startedAt)
            pipeline->startedAt = pipeline->updatedAt;
        if (pipeline->isActive())
            pipeline->finishedAt.reset();
        else
            pipeline->finishedAt = pipeline->updatedAt;
        m_twin.world.changed(pipeline);
    });
    Q_EMIT m_twin.world.pipelineChanged(project, pipeline);
    if (mergeRequest && !pipeline->isActive())
        m_twin.merging.pipelineEnded(project, mergeRequest);
}

void Pipelines::retry(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor)
{
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    PipelineOrder order { u"retry"_s, mergeRequest ? mergeRequest->sourceBranch : pipeline->ref, pipeline->sha, mergeRequest,
                          actor };
    const PipelineScript script = scriptFor(project, order);
    const QJsonObject detail { { u"pipeline"_s, pipeline->id } };
    m_twin.world.apply({ u"pipeline_retry"_s, project, mergeRequest, actor, pipeline->sha, detail, {} }, [] {});
    ++pipeline->scriptRun;
    enter(project, pipeline, u"pending"_s);
    play(project, pipeline, script.steps);
}

void Pipelines::cancel(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor)
{
    if (!pipeline->isActive())
        return;
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    const QJsonObject detail { { u"pipeline"_s, pipeline->id } };
    m_twin.world.apply({ u"pipeline_cancel"_s, project, mergeRequest, actor, pipeline->sha, detail, {} }, [] {});
    enter(project, pipeline, u"canceling"_s);
    play(project, pipeline, { { project->policy.duration("pipeline_step_ms"_L1), u"canceled"_s } });
}

void Pipelines::setStatus(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status)
{
    ++pipeline->scriptRun;
    enter(project, pipeline, status);
}

} // namespace slipway::twin
