// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/pipelinescripts.h"

#include "tests/twin/core/strictobject.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

void readMatch(StrictObject match, PipelineScript &script)
{
    static const QStringList sources { QString(),   u"push"_s, u"merge_request_event"_s, u"mr"_s, u"api"_s,
                                       u"rebase"_s, u"retry"_s };
    script.source = match.word(u"source"_s, sources, QString());
    // Names of the stage for what GitLab calls otherwise; a rebase's pipeline is a merge request's like any other.
    if (script.source == "mr"_L1 || script.source == "rebase"_L1)
        script.source = u"merge_request_event"_s;
    script.branch.setPattern(match.text(u"branch_re"_s));
    if (!script.branch.isValid())
        match.refuse(u"branch_re"_s, u"a regular expression"_s);
    script.nth = int(match.number(u"nth"_s, 0));
    match.nothingElse();
}

QList<PipelineScript::Step> stepsFrom(QList<StrictObject> given)
{
    QList<PipelineScript::Step> steps;
    for (StrictObject &step : given) {
        const milliseconds at(step.number(u"at_ms"_s, 0));
        if (!steps.isEmpty() && at < steps.last().at)
            step.refuse(u"at_ms"_s, u"no earlier than the step before"_s);
        steps.append({ at, step.word(u"status"_s, PipelineScripts::statuses(), QString()) });
        step.nothingElse();
    }
    return steps;
}

QList<Job> jobsFrom(QList<StrictObject> given)
{
    QStringList words = PipelineScripts::statuses();
    words.append(QString());
    QList<Job> jobs;
    for (StrictObject &json : given) {
        Job job;
        job.name = json.needText(u"name"_s);
        job.stage = json.text(u"stage"_s, u"test"_s);
        job.status = json.word(u"status"_s, words, QString());
        json.nothingElse();
        jobs.append(job);
    }
    return jobs;
}

} // namespace

const QStringList &PipelineScripts::statuses()
{
    // clang-format off
    static const QStringList words {
        u"created"_s, u"waiting_for_resource"_s, u"preparing"_s, u"waiting_for_callback"_s, u"pending"_s, u"running"_s,
        u"success"_s, u"failed"_s, u"canceling"_s, u"canceled"_s, u"skipped"_s, u"manual"_s, u"scheduled"_s,
    };
    // clang-format on
    return words;
}

PipelineScripts::PipelineScripts(Store &store)
    : m_scripts(store)
{
}

void PipelineScripts::clear()
{
    const QList<std::shared_ptr<PipelineScript>> all = m_scripts.all();
    for (const std::shared_ptr<PipelineScript> &script : all)
        m_scripts.remove(script);
}

qint64 PipelineScripts::add(const QJsonObject &json)
{
    StrictObject given(json);
    const auto made = std::make_shared<PipelineScript>();
    PipelineScript &script = *made;
    script.given = json;
    script.project = given.text(u"project"_s);
    readMatch(given.object(u"match"_s), script);
    script.never = given.flag(u"never"_s, false);
    script.times = int(given.number(u"times"_s, -1, -1));
    if (given.has(u"create_delay_ms"_s))
        script.createDelay = milliseconds(given.number(u"create_delay_ms"_s, 0));
    if (given.has(u"keep_old_head_pipeline_ms"_s))
        script.keepOldHeadPipeline = milliseconds(given.number(u"keep_old_head_pipeline_ms"_s, 0));
    if (given.has(u"ref"_s))
        script.mergedResult = given.word(u"ref"_s, { u"head"_s, u"merge"_s }, QString()) == "merge"_L1;
    if (!QRegularExpression(given.text(u"fails_with"_s)).isValid())
        given.refuse(u"fails_with"_s, u"a regular expression"_s);
    script.steps = stepsFrom(given.objects(u"steps"_s));
    script.jobs = jobsFrom(given.objects(u"jobs"_s));
    given.nothingElse();
    m_scripts.add(made);
    return script.id;
}

QJsonArray PipelineScripts::toJson() const
{
    QJsonArray list;
    for (const std::shared_ptr<PipelineScript> &script : m_scripts) {
        QJsonObject json = script->given;
        json.insert(u"id"_s, script->id);
        json.insert(u"times"_s, script->times);
        list.append(json);
    }
    return list;
}

PipelineScript PipelineScripts::defaultFor(const ProjectPtr &project)
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

PipelineScript PipelineScripts::choose(const ProjectPtr &project, const QString &source, const QString &branch)
{
    const int nth = ++project->pipelineCounts[source + u' ' + branch];
    PipelineScript chosen = defaultFor(project);
    for (const std::shared_ptr<PipelineScript> &each : m_scripts) {
        PipelineScript &script = *each;
        if (script.times == 0 || (!script.project.isEmpty() && script.project != project->path)
            || (!script.source.isEmpty() && script.source != source) || (script.nth > 0 && script.nth != nth)
            || !script.branch.match(branch).hasMatch())
            continue;
        if (script.times > 0) {
            --script.times;
            m_scripts.changed(each);
        }
        const QList<PipelineScript::Step> steps = script.steps.isEmpty() ? chosen.steps : script.steps;
        chosen = script;
        chosen.steps = steps;
        break;
    }
    if (!chosen.createDelay)
        chosen.createDelay = project->policy.duration("pipeline_create_delay_ms"_L1);
    if (!chosen.keepOldHeadPipeline)
        chosen.keepOldHeadPipeline = project->policy.duration("keep_old_head_pipeline_ms"_L1);
    if (!chosen.mergedResult)
        chosen.mergedResult = project->policy.isSet("merged_results"_L1);
    return chosen;
}

} // namespace slipway::twin
