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

struct Project {
    Project();

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
    Settings policy;
    std::shared_ptr<Repository> repository;
    QList<MergeRequestPtr> mergeRequests; ///< In the order of their iids, which start at 1 and have no gap.
    QList<PipelinePtr> pipelines;
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

using ProjectPtr = std::shared_ptr<Project>;

} // namespace slipway::twin
