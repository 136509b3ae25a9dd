// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"
#include "tests/twin/store/shelf.h"

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

template <>
struct Stored<PipelineScript::Step> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "at_ms", &PipelineScript::Step::at },
        Kept { "status", &PipelineScript::Step::status },
        // clang-format on
    };
};

template <>
struct Stored<PipelineScript> {
    static constexpr auto table = "pipeline_scripts";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &PipelineScript::id },
        Kept { "project", &PipelineScript::project },
        Kept { "source", &PipelineScript::source },
        Kept { "branch", &PipelineScript::branch },
        Kept { "nth", &PipelineScript::nth },
        Kept { "times", &PipelineScript::times },
        Kept { "never", &PipelineScript::never },
        Kept { "create_delay_ms", &PipelineScript::createDelay },
        Kept { "steps", &PipelineScript::steps },
        // clang-format on
    };
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
    void clearScripts();
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
    void createDue(const QJsonObject &with);
    /// Starts the script over; what ran before it is ended.
    void play(const ProjectPtr &project, const PipelinePtr &pipeline, const QList<PipelineScript::Step> &steps);
    void stepDue(const QJsonObject &with);
    /// Makes the appointment for the first of \a steps, which are relative to \a start.
    void await(const PipelinePtr &pipeline, Instant start, const QList<PipelineScript::Step> &steps);
    void enter(const ProjectPtr &project, const PipelinePtr &pipeline, const QString &status);

    Twin &m_twin;
    Shelf<PipelineScript> m_scripts;
};

} // namespace slipway::twin
