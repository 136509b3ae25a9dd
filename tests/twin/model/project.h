// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/settings.h"
#include "tests/twin/git/repository.h"
#include "tests/twin/model/mergerequest.h"

#include <QHash>

namespace slipway::twin {

enum AccessLevel : int { NoAccess = 0, Guest = 10, Reporter = 20, Developer = 30, Maintainer = 40, Owner = 50 };

struct ProtectedBranch {
    qint64 id = 0;
    QString name; ///< May hold '*'.
    int pushLevel = Maintainer;
    int mergeLevel = Maintainer;
    bool allowForcePush = false;
};

/// Where a branch was before its last move, and when that was.
struct EarlierHead {
    QString head; ///< Empty: the branch did not exist.
    Instant until {};
};

struct Project {
    /// Of a project about which nothing else was said.
    static Settings initialPolicy();

    qint64 id = 0;
    QString path; ///< "group/config"
    QStringList formerPaths; ///< Where it was before it moved.
    QString name;
    QString defaultBranch;
    QString visibility;
    bool archived = false;
    Instant createdAt {};
    QHash<qint64, int> members; ///< Level by user id.
    QList<ProtectedBranch> protectedBranches;
    Settings policy = initialPolicy();
    std::shared_ptr<Repository> repository;
    /// Where the branches are, as the store knows it: a reference that is elsewhere at a start moved without its effect
    /// being booked, and is put back.
    QMap<QString, QString> heads;
    QList<MergeRequestPtr> mergeRequests; ///< In the order of their iids, which start at 1 and have no gap.
    QList<PipelinePtr> pipelines;
    QHash<QString, EarlierHead> earlierHeads; ///< By branch, for reads that are to be out of date.
    QHash<QString, int> pipelineCounts; ///< By "source branch", for scripts that want the nth.

    int levelOf(const UserPtr &user) const;
    bool canRead(const UserPtr &user) const;
    const ProtectedBranch *protectionOf(const QString &branch) const;
    bool canPush(const UserPtr &user, const QString &branch) const;
    bool canMergeInto(const UserPtr &user, const QString &branch) const;
    MergeRequestPtr mergeRequest(qint64 iid) const;
    PipelinePtr pipeline(qint64 pipelineId) const;
    MergeRequestPtr openMergeRequest(const QString &source, const QString &target) const;
};

template <>
struct Stored<ProtectedBranch> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &ProtectedBranch::id },
        Kept { "name", &ProtectedBranch::name },
        Kept { "push_level", &ProtectedBranch::pushLevel },
        Kept { "merge_level", &ProtectedBranch::mergeLevel },
        Kept { "allow_force_push", &ProtectedBranch::allowForcePush },
        // clang-format on
    };
};

template <>
struct Stored<Project> {
    static constexpr auto table = "projects";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Project::id },
        Kept { "path", &Project::path },
        Kept { "former_paths", &Project::formerPaths },
        Kept { "name", &Project::name },
        Kept { "default_branch", &Project::defaultBranch },
        Kept { "visibility", &Project::visibility },
        Kept { "archived", &Project::archived },
        Kept { "created_at", &Project::createdAt },
        Kept { "members", &Project::members },
        Kept { "protected_branches", &Project::protectedBranches },
        Kept { "policy", &Project::policy },
        Kept { "heads", &Project::heads },
        Kept { "pipeline_counts", &Project::pipelineCounts },
        NotKept { &Project::repository },
        NotKept { &Project::mergeRequests },
        NotKept { &Project::pipelines },
        NotKept { &Project::earlierHeads }, // After a restart every read is up to date.
        // clang-format on
    };
};

using ProjectPtr = std::shared_ptr<Project>;

} // namespace slipway::twin
