// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/twin.h"

#include "tests/twin/core/log.h"
#include "tests/twin/core/startfailure.h"

#include <QDir>

namespace slipway::twin {

using namespace Qt::StringLiterals;

Twin::Twin(const QString &dataDirectory)
    : directory(dataDirectory)
    , store(dataDirectory + u"/state.sqlite"_s)
    , git(dataDirectory + u"/home"_s)
    , agenda(clock, store)
    , world(clock, store)
    , faults(clock, store)
    , deliveries(clock, store, agenda)
    , approvals(*this)
    , deploys(*this)
    , pipelines(*this)
    , mergeability(*this)
    , approving(*this)
    , branchMoves(*this)
    , mergeRequests(*this)
    , merging(*this)
    , autoMerging(*this)
    , discussions(*this)
    , rebasing(*this)
    , webhooks(*this)
    , cards(*this)
    , cardGateway(*this)
    , dingTalk(*this)
    , permissions(*this)
{
    clock.keepIn(store);
    const auto write = [this] { return QJsonObject { { u"generation"_s, generation } }; };
    store.addSource({ u"repositories"_s, [write](const Store::Source::Visitor &visitor) { visitor(1, write()); },
                      [this](qint64, const QJsonObject &row, References &) { generation = row[u"generation"_s].toInt(); } });
    store.beforeCommit([this, write, seen = -1]() mutable {
        if (std::exchange(seen, generation) != generation)
            store.changed(u"repositories"_s, 1, write);
    });
}

Task<void> Twin::recover()
{
    store.restore();
    for (const ProjectPtr &project : world.projects()) {
        attachRepository(project);
        const QStringList putBack = co_await project->repository->open(project->heads);
        for (const QString &branch : putBack)
            qCInfo(logTwin, "%s of %s had moved without being booked and was put back", qPrintable(branch),
                   qPrintable(project->path));
        for (const MergeRequestPtr &mergeRequest : std::as_const(project->mergeRequests)) {
            if (mergeRequest->state != MergeRequest::State::Locked)
                continue;
            // Nobody works on it any more, and what was not booked did not happen.
            world.apply({ {}, project, mergeRequest, {}, {}, {}, {} },
                        [&] { mergeRequest->state = MergeRequest::State::Opened; });
        }
    }
    removeOtherGenerations();
    store.commit();
}

void Twin::removeOtherGenerations() const
{
    const QDir repositories(directory + u"/repositories"_s);
    const QStringList names = repositories.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (name != QString::number(generation))
            QDir(repositories.filePath(name)).removeRecursively();
    }
}

void Twin::attachRepository(const ProjectPtr &project)
{
    project->repository = std::make_shared<Repository>(git, repositoryPath(project));
    const std::weak_ptr<Project> observed = project;
    project->repository->onMoved([this, observed] {
        if (const ProjectPtr moved = observed.lock()) {
            moved->heads = moved->repository->branches();
            world.changed(moved);
        }
    });
}

void Twin::reset()
{
    clock.reset();
    faults.reset();
    hookPoints.clear();
    listCache.clear();
    agenda.clear();
    deliveries.reset();
    approvals.reset();
    deploys.reset();
    webhooks.reset();
    cards.reset();
    dingTalk.reset();
    permissions.reset();
    pipelines.reset();
    discussions.reset();
    world.reset();
    ++generation;
    store.clear();
    store.commit();
    removeOtherGenerations();
}

QString Twin::repositoryPath(const ProjectPtr &project) const
{
    return directory + u"/repositories/%1/%2.git"_s.arg(generation).arg(project->id);
}

} // namespace slipway::twin
