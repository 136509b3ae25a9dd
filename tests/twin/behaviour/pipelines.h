// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/pipelinescripts.h"
#include "tests/twin/core/task.h"

namespace slipway::twin {

struct Twin;

/// What makes a pipeline start.
struct PipelineOrder {
    QString source;
    QString branch;
    QString sha;
    MergeRequestPtr mergeRequest; ///< Set for merge request pipelines.
    Actor actor;
    QMap<QString, QString> variables = {};
};

/// Makes pipelines and plays their scripts. It runs no job: a pipeline is its sequence of states.
class Pipelines {
public:
    explicit Pipelines(Twin &twin);
    void reset() { scripts.reset(); }

    PipelineScripts scripts;

    /// After the configured delay, if a script does not say "never".
    void schedule(const ProjectPtr &project, const PipelineOrder &order);
    /// At once; for requests that answer with the pipeline. Nothing when the script says "never".
    Task<PipelinePtr> createNow(ProjectPtr project, PipelineOrder order);
    void retry(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor);
    /// One that has ended stays as it is, without an effect.
    void cancel(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor);
    /// Ends the script that runs.
    void setStatus(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status);

private:
    PipelineScript chooseScript(const ProjectPtr &project, const QString &source, const QString &branch);
    Task<PipelinePtr> create(ProjectPtr project, PipelineOrder order, PipelineScript script);
    Task<void> createDue(QJsonObject with);
    Task<QString> mergedResult(ProjectPtr project, PipelineOrder order);
    PipelinePtr newPipeline(const ProjectPtr &project, const PipelineOrder &order, const PipelineScript &script);
    /// The merge request shows it from now on, unless it is out of date already.
    void becomeHeadPipeline(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const PipelinePtr &pipeline);
    /// Starts the script over; what ran before it is ended.
    void play(const ProjectPtr &project, const PipelinePtr &pipeline, const QList<PipelineScript::Step> &steps);
    void stepDue(const QJsonObject &with);
    /// Makes the appointment for the first of \a steps, which are relative to \a start.
    void await(const PipelinePtr &pipeline, Instant start, const QList<PipelineScript::Step> &steps);
    void enter(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status);

    Twin &m_twin;
};

} // namespace slipway::twin
