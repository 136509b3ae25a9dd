// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/twin.h"

#include <QDir>

namespace slipway::twin {

using namespace Qt::StringLiterals;

Twin::Twin(const QString &dataDirectory)
    : directory(dataDirectory)
    , git(dataDirectory + u"/home"_s)
    , world(clock)
    , faults(clock)
    , deliveries(clock)
    , approvals(*this)
    , deploys(*this)
    , pipelines(*this)
    , mergeability(*this)
    , approving(*this)
    , branchMoves(*this)
    , mergeRequests(*this)
    , merging(*this)
    , rebasing(*this)
    , webhooks(*this)
{
}

void Twin::reset()
{
    clock.reset();
    faults.clear();
    deliveries.reset();
    approvals.reset();
    deploys.reset();
    pipelines.reset();
    world.reset();
    QDir(directory + u"/repositories/%1"_s.arg(generation)).removeRecursively();
    ++generation;
}

QString Twin::repositoryPath(const ProjectPtr &project) const
{
    return directory + u"/repositories/%1/%2.git"_s.arg(generation).arg(project->id);
}

} // namespace slipway::twin
