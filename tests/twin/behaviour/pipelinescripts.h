// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/project.h"
#include "tests/twin/store/shelf.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <chrono>

namespace slipway::twin {

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
    std::optional<bool> mergedResult; ///< Runs on the merged result instead of the branch; else the project's setting.
    std::optional<std::chrono::milliseconds> createDelay;
    std::optional<std::chrono::milliseconds> keepOldHeadPipeline;
    QList<Step> steps;
    QList<Job> jobs;
    QJsonObject given; ///< As it was ordered, for reading back.
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
        Kept { "merged_result", &PipelineScript::mergedResult },
        Kept { "create_delay_ms", &PipelineScript::createDelay },
        Kept { "keep_old_head_pipeline_ms", &PipelineScript::keepOldHeadPipeline },
        Kept { "steps", &PipelineScript::steps },
        Kept { "jobs", &PipelineScript::jobs },
        Kept { "given", &PipelineScript::given },
        // clang-format on
    };
};

/// The scripts of the stage. The first that matches is played; without one a project's settings say what happens.
class PipelineScripts {
public:
    explicit PipelineScripts(Store &store);

    /// Refuses malformed scripts with 400. Returns the script's id.
    qint64 add(const QJsonObject &json);
    void clear();
    /// For a reset; the store forgets by itself.
    void reset() { m_scripts.clear(); }
    QJsonArray toJson() const;
    /// Counts the project's pipelines of that branch and source on the way.
    PipelineScript choose(const ProjectPtr &project, const QString &source, const QString &branch);

    static const QStringList &statuses();

private:
    static PipelineScript defaultFor(const ProjectPtr &project);

    Shelf<PipelineScript> m_scripts;
};

} // namespace slipway::twin
