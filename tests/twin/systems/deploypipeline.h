// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/branchmoves.h"
#include "tests/twin/core/settings.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/world.h"
#include "tests/twin/systems/deliveries.h"

namespace slipway::twin {

struct Twin;

/// The pipeline that brings a merged configuration live: each advance of a watched branch starts a deploy, whose end is
/// told to the service by callback. Its knobs let it fail, speak too early, for several merges at once, or for an older
/// state than it deployed.
class DeployPipeline {
public:
    explicit DeployPipeline(Twin &twin);
    void reset();

    /// Refuses unknown keys and values with 400.
    void change(const QJsonObject &values);
    void branchAdvanced(const ProjectPtr &project, const BranchMove &move);
    /// With the knob `early`: the deploy of a merge that nobody can see yet is told, and the receiver has answered when
    /// this ends.
    Task<void> beforeMerge(ProjectPtr project, BranchMove move);
    /// One more callback, now, whatever really happened.
    DeployPtr report(const ProjectPtr &project, const QString &sha, qint64 iid, const QString &result);
    QJsonArray toJson() const;

    Settings policy; ///< To be read; change() checks more than the settings do.

private:
    bool watches(const ProjectPtr &project, const QString &branch) const;
    DeployPtr start(const ProjectPtr &project, const BranchMove &move);
    QString resultOfNext();
    void finish(const DeployPtr &deploy);
    void tell(const DeployPtr &deploy, const QString &result);
    DeliveryPtr callbackFor(const DeployPtr &deploy, const QString &result);

    Twin &m_twin;
};

} // namespace slipway::twin
