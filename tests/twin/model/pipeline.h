// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/user.h"

namespace slipway::twin {

struct Job {
    qint64 id = 0;
    QString name;
    QString stage;
    QString status; ///< Its own last status; empty follows the pipeline.
};

struct Pipeline {
    qint64 id = 0;
    qint64 iid = 0;
    qint64 projectId = 0;
    QString sha;
    QString sourceSha; ///< The branch's head it was made for; differs from `sha` for a merged-results pipeline.
    QString ref;
    QString source;
    QString status;
    qint64 mergeRequestIid = 0; ///< 0 for a branch's pipeline.
    UserPtr user;
    Instant createdAt {};
    Instant updatedAt {};
    std::optional<Instant> startedAt;
    std::optional<Instant> finishedAt;
    QList<Job> jobs;
    QMap<QString, QString> variables;
    /// A script step acts only while this is unchanged: retry, cancel and a status set by hand end the script that
    /// runs.
    int scriptRun = 0;

    bool isFor(const QString &head) const { return sourceSha == head; }
    bool isActive() const
    {
        static const QStringList active { QStringLiteral("created"),   QStringLiteral("waiting_for_resource"),
                                          QStringLiteral("preparing"), QStringLiteral("waiting_for_callback"),
                                          QStringLiteral("pending"),   QStringLiteral("running"),
                                          QStringLiteral("canceling") };
        return active.contains(status);
    }
};

template <>
struct Stored<Job> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Job::id },
        Kept { "name", &Job::name },
        Kept { "stage", &Job::stage },
        Kept { "status", &Job::status },
        // clang-format on
    };
};

template <>
struct Stored<Pipeline> {
    static constexpr auto table = "pipelines";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Pipeline::id },
        Kept { "iid", &Pipeline::iid },
        Kept { "project_id", &Pipeline::projectId },
        Kept { "sha", &Pipeline::sha },
        Kept { "source_sha", &Pipeline::sourceSha },
        Kept { "ref", &Pipeline::ref },
        Kept { "source", &Pipeline::source },
        Kept { "status", &Pipeline::status },
        Kept { "merge_request_iid", &Pipeline::mergeRequestIid },
        Kept { "user", &Pipeline::user },
        Kept { "created_at", &Pipeline::createdAt },
        Kept { "updated_at", &Pipeline::updatedAt },
        Kept { "started_at", &Pipeline::startedAt },
        Kept { "finished_at", &Pipeline::finishedAt },
        Kept { "script_run", &Pipeline::scriptRun },
        Kept { "jobs", &Pipeline::jobs },
        Kept { "variables", &Pipeline::variables },
        // clang-format on
    };
};

using PipelinePtr = std::shared_ptr<Pipeline>;

} // namespace slipway::twin
