// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/approving.h"
#include "tests/twin/behaviour/branchmoves.h"
#include "tests/twin/behaviour/mergeability.h"
#include "tests/twin/behaviour/mergerequests.h"
#include "tests/twin/behaviour/merging.h"
#include "tests/twin/behaviour/pipelines.h"
#include "tests/twin/behaviour/rebasing.h"
#include "tests/twin/core/twinclock.h"
#include "tests/twin/git/gitrunner.h"
#include "tests/twin/model/world.h"
#include "tests/twin/rest/faults.h"
#include "tests/twin/systems/approvalsystem.h"
#include "tests/twin/systems/deliveries.h"
#include "tests/twin/systems/deploypipeline.h"
#include "tests/twin/systems/webhooks.h"

namespace slipway::twin {

/// All parts of the twin, made in the order of their dependence. The parts find each other here; nothing outside the
/// main thread touches any of them.
struct Twin {
    /// \a directory: the data folder, which exists and is writable.
    explicit Twin(const QString &directory);

    /// Back to the state after a fresh start; the repositories are removed.
    void reset();
    /// Where a project's repository lives on disk.
    QString repositoryPath(const ProjectPtr &project) const;

    const QString directory;
    TwinClock clock;
    GitRunner git;
    World world;
    Faults faults;
    Deliveries deliveries;
    ApprovalSystem approvals;
    DeployPipeline deploys;
    Pipelines pipelines;
    Mergeability mergeability;
    Approving approving;
    BranchMoves branchMoves;
    MergeRequests mergeRequests;
    Merging merging;
    Rebasing rebasing;
    Webhooks webhooks;
    QString apiUrl; ///< Without a slash at the end; known once the API port listens.
    int generation = 0; ///< Grows with each reset, so that repositories of the past are never met again.
};

} // namespace slipway::twin
