// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/committing.h"

#include "tests/twin/rest/commitactions.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

/// Where a new commit goes: the branch, what it is built on, and what the branch pointed at before (empty: it is made).
struct Destination {
    QString branch;
    QString parent;
    QString before;
};

Task<Destination> destinationOf(Call &call, ProjectPtr project, QString branch)
{
    Repository &repository = *project->repository;
    Destination to;
    to.branch = branch;
    to.before = to.parent = repository.head(to.branch);
    const QString start =
        call.parameters.has("start_sha"_L1) ? call.parameters.text("start_sha"_L1) : call.parameters.text("start_branch"_L1);
    if (start.isEmpty()) {
        if (to.before.isEmpty() && !repository.branches().isEmpty())
            throw Refusal::message(400, u"You can only create or edit files when you are on a branch"_s);
        co_return to;
    }
    const bool force = call.parameters.flag("force"_L1).value_or(false);
    if (!to.before.isEmpty() && start != to.branch && !force) {
        const QString text = u"A branch called '%1' already exists. Switch to that branch in order to make changes"_s;
        throw Refusal::message(400, text.arg(to.branch));
    }
    to.parent = co_await repository.resolve(start);
    if (to.parent.isEmpty())
        throw Refusal::message(400, u"Cannot find start_branch '%1'"_s.arg(start));
    co_return to;
}

} // namespace

Task<Commit> commitNow(Call &call, ProjectPtr project, WantedCommit wanted)
{
    if (!project->canPush(call.user, wanted.branch))
        throw Refusal::forbidden(u"You are not allowed to push into this branch"_s);
    const Destination to = co_await destinationOf(call, project, wanted.branch);
    const QMap<QString, FileChange> changes = co_await changesFromActions(*project->repository, to.parent, wanted.actions);
    const Signature committer { call.user->name, call.user->email, call.twin.clock.now() };
    Signature author = committer;
    author.name = call.parameters.optionalText("author_name"_L1).value_or(author.name);
    author.email = call.parameters.optionalText("author_email"_L1).value_or(author.email);
    const QString made = co_await project->repository->commitFiles(to.parent, changes, wanted.message, author, committer);
    const bool moved = co_await project->repository->moveBranch(to.branch, made, to.before);
    if (!moved)
        throw Refusal::message(400, u"Could not update refs/heads/%1. Please refresh and try again."_s.arg(to.branch));
    call.twin.world.apply({ u"commit"_s, project, nullptr, call.actor(), made, { { u"branch"_s, to.branch } }, {} }, [] {});
    call.twin.branchMoves.announce(project, { to.branch, to.before, made, call.actor(), 0 });
    const std::optional<Commit> commit = co_await project->repository->commit(made);
    co_return commit.value_or(Commit());
}

} // namespace slipway::twin
