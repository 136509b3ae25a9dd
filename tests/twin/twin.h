// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/approving.h"
#include "tests/twin/behaviour/automerging.h"
#include "tests/twin/behaviour/branchmoves.h"
#include "tests/twin/behaviour/discussions.h"
#include "tests/twin/behaviour/hookpoints.h"
#include "tests/twin/behaviour/mergeability.h"
#include "tests/twin/behaviour/mergerequests.h"
#include "tests/twin/behaviour/merging.h"
#include "tests/twin/behaviour/pipelines.h"
#include "tests/twin/behaviour/rebasing.h"
#include "tests/twin/cards/cardgateway.h"
#include "tests/twin/cards/dingtalk.h"
#include "tests/twin/core/agenda.h"
#include "tests/twin/core/twinclock.h"
#include "tests/twin/git/gitrunner.h"
#include "tests/twin/model/world.h"
#include "tests/twin/permission/permissionservice.h"
#include "tests/twin/rest/faults.h"
#include "tests/twin/rest/listcache.h"
#include "tests/twin/store/store.h"
#include "tests/twin/systems/approvalsystem.h"
#include "tests/twin/systems/deliveries.h"
#include "tests/twin/systems/deploypipeline.h"
#include "tests/twin/systems/webhooks.h"

namespace slipway::twin {

/// All parts of the twin, made in the order of their dependence. The parts find each other here; nothing outside the
/// main thread touches any of them.
struct Twin {
    /// \a directory: the data folder, which exists and is writable. Throws StartFailure when its state cannot be used.
    explicit Twin(const QString &directory);

    /// Takes the state that an earlier run left, before anything else happens: the world from the store, the branches
    /// as the store knows them, merges that were under way undone. Throws StartFailure.
    Task<void> recover();
    /// A repository that reports its moves to the store.
    void attachRepository(const ProjectPtr &project);

    /// Back to the state after a fresh start; the repositories are removed.
    void reset();
    /// Where a project's repository lives on disk.
    QString repositoryPath(const ProjectPtr &project) const;

    const QString directory;
    Store store;
    TwinClock clock;
    GitRunner git;
    Agenda agenda;
    World world;
    Faults faults;
    HookPoints hookPoints;
    ListCache listCache;
    Deliveries deliveries;
    ApprovalSystem approvals;
    DeployPipeline deploys;
    Pipelines pipelines;
    Mergeability mergeability;
    Approving approving;
    BranchMoves branchMoves;
    MergeRequests mergeRequests;
    Merging merging;
    AutoMerging autoMerging;
    Discussions discussions;
    Rebasing rebasing;
    Webhooks webhooks;
    CardDesk cards;
    CardGateway cardGateway;
    DingTalk dingTalk;
    PermissionService permissions;
    QString apiUrl; ///< Without a slash at the end; known once the API port listens.
    int generation = 0; ///< Grows with each reset, so that repositories of the past are never met again.

private:
    void removeOtherGenerations() const;
};

} // namespace slipway::twin
