// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/pipelines.h"

#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

/// Whether the merge request changes a path that matches; an empty pattern matches none.
Task<bool> changes(ProjectPtr project, PipelineOrder order, QRegularExpression pattern)
{
    if (pattern.pattern().isEmpty() || !order.mergeRequest)
        co_return false;
    Repository &repository = *project->repository;
    const QString target = repository.head(order.mergeRequest->targetBranch);
    const QString base = co_await repository.mergeBase(target, order.sha);
    const QStringList lines = co_await repository.changedPaths(base, order.sha);
    co_return std::any_of(lines.begin(), lines.end(),
                          [&](const QString &line) { return pattern.match(line.section(u'\t', 1)).hasMatch(); });
}

} // namespace

Pipelines::Pipelines(Twin &twin)
    : scripts(twin.store)
    , m_twin(twin)
{
    twin.agenda.defineLengthy(u"pipeline.create"_s, [this](const QJsonObject &with) { return createDue(with); });
    twin.agenda.define(u"pipeline.step"_s, [this](const QJsonObject &with) { stepDue(with); });
    twin.agenda.define(u"pipeline.become_head"_s, [this](const QJsonObject &with) {
        const World::Located found = m_twin.world.located(with);
        if (found.mergeRequest)
            becomeHeadPipeline(found.project, found.mergeRequest, found.project->pipeline(with[u"pipeline"_s].toInteger()));
    });
}

PipelineScript Pipelines::chooseScript(const ProjectPtr &project, const QString &source, const QString &branch)
{
    PipelineScript chosen = scripts.choose(project, source, branch);
    m_twin.world.changed(project);
    return chosen;
}

void Pipelines::schedule(const ProjectPtr &project, const PipelineOrder &order)
{
    const PipelineScript script = chooseScript(project, order.source, order.branch);
    if (script.never)
        return;
    QJsonObject with = World::reference(project, order.mergeRequest, order.actor);
    with.insert(u"source"_s, order.source);
    with.insert(u"branch"_s, order.branch);
    with.insert(u"sha"_s, order.sha);
    with.insert(u"script"_s, stored::writeEntity(script));
    m_twin.agenda.after(*script.createDelay, u"pipeline.create"_s, with);
}

Task<PipelinePtr> Pipelines::createNow(ProjectPtr project, PipelineOrder order)
{
    const PipelineScript script = chooseScript(project, order.source, order.branch);
    if (script.never)
        co_return nullptr;
    const PipelinePtr made = co_await create(project, order, script);
    co_return made;
}

Task<void> Pipelines::createDue(QJsonObject with)
{
    const World::Located found = m_twin.world.located(with);
    if (!found.project)
        co_return;
    PipelineScript script;
    stored::readEntity(with[u"script"_s].toObject(), script, References());
    const PipelineOrder order { with[u"source"_s].toString(), with[u"branch"_s].toString(), with[u"sha"_s].toString(),
                                found.mergeRequest, found.actor };
    co_await create(found.project, order, script);
}

Task<QString> Pipelines::mergedResult(ProjectPtr project, PipelineOrder order)
{
    Repository &repository = *project->repository;
    const QString target = repository.head(order.mergeRequest->targetBranch);
    if (target.isEmpty())
        co_return QString();
    const MergedTree merged = co_await repository.mergeTrees(target, order.sha);
    if (merged.tree.isEmpty())
        co_return QString();
    const UserPtr &user = order.actor.user ? order.actor.user : order.mergeRequest->author;
    const Signature who { user->name, user->email, m_twin.clock.now() };
    const QStringList parents { target, order.sha };
    const QString text = u"Merge %1 into %2"_s.arg(order.sha, target);
    const QString made = co_await repository.commitTree(merged.tree, parents, text, who, who);
    co_await repository.setReference(u"refs/merge-requests/%1/merge"_s.arg(order.mergeRequest->iid), made);
    co_return made;
}

PipelinePtr Pipelines::newPipeline(const ProjectPtr &project, const PipelineOrder &order, const PipelineScript &script)
{
    auto pipeline = std::make_shared<Pipeline>();
    pipeline->id = m_twin.world.nextId(u"pipeline"_s);
    pipeline->iid = project->pipelines.size() + 1;
    pipeline->projectId = project->id;
    pipeline->sha = pipeline->sourceSha = order.sha;
    pipeline->source = order.source;
    pipeline->status = u"created"_s;
    pipeline->user = order.actor.user;
    pipeline->variables = order.variables;
    pipeline->createdAt = pipeline->updatedAt = m_twin.clock.now();
    pipeline->ref = order.branch;
    pipeline->jobs = script.jobs;
    if (pipeline->jobs.isEmpty())
        pipeline->jobs.append({ 0, u"check"_s, u"test"_s, QString() });
    for (Job &job : pipeline->jobs)
        job.id = m_twin.world.nextId(u"job"_s);
    if (order.mergeRequest) {
        pipeline->mergeRequestIid = order.mergeRequest->iid;
        pipeline->ref = u"refs/merge-requests/%1/head"_s.arg(order.mergeRequest->iid);
    }
    return pipeline;
}

Task<PipelinePtr> Pipelines::create(ProjectPtr project, PipelineOrder order, PipelineScript script)
{
    QString merged;
    if (order.mergeRequest && *script.mergedResult)
        merged = co_await mergedResult(project, order);
    const QRegularExpression failsWith(script.given["fails_with"_L1].toString());
    const bool isDoomed = co_await changes(project, order, failsWith);
    if (isDoomed && !script.steps.isEmpty())
        script.steps.last().status = u"failed"_s;
    const QJsonObject detail { { u"source"_s, order.source }, { u"ref"_s, order.branch } };
    PipelinePtr pipeline;
    m_twin.world.apply({ u"pipeline_create"_s, project, order.mergeRequest, order.actor, order.sha, detail, {} }, [&] {
        pipeline = newPipeline(project, order, script);
        // With a conflict there is no merged result; GitLab then runs on the branch alone.
        if (!merged.isEmpty()) {
            pipeline->sha = merged;
            pipeline->ref = u"refs/merge-requests/%1/merge"_s.arg(order.mergeRequest->iid);
        }
        project->pipelines.append(pipeline);
        m_twin.world.changed(pipeline);
    });
    if (order.mergeRequest) {
        QJsonObject with = World::reference(project, order.mergeRequest);
        with.insert(u"pipeline"_s, pipeline->id);
        m_twin.agenda.after(*script.keepOldHeadPipeline, u"pipeline.become_head"_s, with);
    }
    Q_EMIT m_twin.world.pipelineChanged(project, pipeline);
    play(project, pipeline, script.steps);
    co_return pipeline;
}

void Pipelines::becomeHeadPipeline(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const PipelinePtr &pipeline)
{
    const PipelinePtr &shown = mergeRequest->headPipeline;
    const bool outdated = !pipeline->isFor(mergeRequest->head) || (shown && shown->id > pipeline->id);
    if (outdated && shown)
        return;
    m_twin.world.apply({ {}, project, mergeRequest, {}, {}, {}, {} }, [&] { mergeRequest->headPipeline = pipeline; });
    m_twin.autoMerging.pipelineEnded(project, mergeRequest);
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
        m_twin.autoMerging.pipelineEnded(project, mergeRequest);
}

void Pipelines::retry(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor)
{
    const MergeRequestPtr mergeRequest = project->mergeRequest(pipeline->mergeRequestIid);
    const QString branch = mergeRequest ? mergeRequest->sourceBranch : pipeline->ref;
    const PipelineScript script = chooseScript(project, u"retry"_s, branch);
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
