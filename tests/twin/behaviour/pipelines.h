// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

#include <QJsonObject>
#include <QRegularExpression>

namespace slipway::twin {

struct Twin;

/// How a pipeline that matches shall run.
struct PipelineScript {
    struct Step {
        std::chrono::milliseconds at {};
        QString status;
    };
    qint64 id = 0;
    QString project; ///< Path; empty for all.
    QString source; ///< Empty for all.
    QRegularExpression branch;
    int nth = 0; ///< 0 for each.
    int times = -1;
    bool never = false;
    std::optional<std::chrono::milliseconds> createDelay;
    QList<Step> steps;
};

/// What makes a pipeline start.
struct PipelineOrder {
    QString source;
    QString branch;
    QString sha;
    MergeRequestPtr mergeRequest; ///< Set for merge request pipelines.
    Actor actor;
};

/// Makes pipelines and plays their scripts. It runs no job: a pipeline is its sequence of states.
class Pipelines {
public:
    explicit Pipelines(Twin &twin);
    void reset();

    /// Refuses malformed scripts with 400. Returns the script's id.
    qint64 addScript(const QJsonObject &json);
    void clearScripts() { m_scripts.clear(); }
    QJsonArray scripts() const;

    /// After the configured delay, if a script does not say "never".
    void schedule(const ProjectPtr &project, const PipelineOrder &order);
    /// At once; for requests that answer with the pipeline. Nothing when the script says "never".
    PipelinePtr createNow(const ProjectPtr &project, const PipelineOrder &order);
    void retry(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor);
    void cancel(const ProjectPtr &project, const PipelinePtr &pipeline, const Actor &actor);
    /// Ends the script that runs.
    void setStatus(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status);
    static bool isStatus(const QString &word);

private:
    PipelineScript scriptFor(const ProjectPtr &project, const PipelineOrder &order);
    PipelineScript defaultScript(const ProjectPtr &project) const;
    PipelinePtr create(const ProjectPtr &project, const PipelineOrder &order, const PipelineScript &script);
    Task<void> createLater(ProjectPtr project, PipelineOrder order, PipelineScript script);
    Task<void> play(ProjectPtr project, PipelinePtr pipeline, QList<PipelineScript::Step> steps);
    void enter(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status);

    Twin &m_twin;
    QList<PipelineScript> m_scripts;
    QList<QJsonObject> m_sources; ///< The scripts as they were given, for reading back.
    qint64 m_lastScript = 0;
};

} // namespace slipway::twin
