// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabforge.h"

#include "service/forge/gitlabmutations.h"
#include "service/forge/gitlabreads.h"
#include "service/forge/gitlibrary.h"
#include "service/forge/gitside.h"

namespace slipway::forge {

using namespace Qt::StringLiterals;
using outbound::Breaker;
using outbound::Dependency;

class GitLabForge::Private {
public:
    Private(ForgeSettings given, const Clock &clock, CallObserver &observer)
        : settings(std::move(given))
        , tokens(settings, clock)
        , dependency(Dependency::Settings {}, clock)
        , api(settings, tokens, dependency, observer)
        , reads(api)
        , mutations(api)
        , git(
              settings, tokens, dependency, observer, [this](const Project &project) { return reads.fullPathOf(project); },
              [this] { return api.isTokenAlive(Bot::Author); })
    {
    }

    const ForgeSettings settings;
    BotTokens tokens;
    Dependency dependency;
    GitLabApi api;
    GitLabReads reads;
    GitLabMutations mutations;
    GitSide git;
};

namespace {

ForgeSettings checked(ForgeSettings settings)
{
    const bool http = settings.url.scheme() == "https"_L1 || settings.url.scheme() == "http"_L1;
    if (!settings.url.isValid() || !http || settings.url.host().isEmpty())
        throw Error(Code::InternalError, u"forge.url must be an http or https address"_s);
    if (settings.mirrorDirectory.isEmpty() || settings.committerName.isEmpty() || settings.committerEmail.isEmpty()
        || !settings.callDeadline || !settings.gitDeadline)
        throw Error(Code::InternalError, u"the forge lacks its mirror directory, committer or deadlines"_s);
    return settings;
}

ForgeHealth::State stateOf(Breaker::State state)
{
    switch (state) {
    case Breaker::State::Open: return ForgeHealth::State::Away;
    case Breaker::State::HalfOpen: return ForgeHealth::State::Trying;
    case Breaker::State::Closed: break;
    }
    return ForgeHealth::State::Reachable;
}

} // namespace

GitLabForge::GitLabForge(ForgeSettings settings, const Clock &clock, CallObserver &observer)
{
    GitLibrary::require();
    d = std::make_unique<Private>(checked(std::move(settings)), clock, observer);
}

GitLabForge::~GitLabForge() = default;

ForgeHealth GitLabForge::health() const
{
    const Dependency::Health seen = d->dependency.health();
    ForgeHealth health;
    health.state = stateOf(seen.breaker.state);
    health.since = seen.breaker.since;
    health.nextTry = seen.breaker.nextTry;
    health.pausedUntil = seen.pausedUntil;
    health.problem = seen.problem;
    health.refusedTokens = d->tokens.refusedTokens();
    health.tokenEnds = d->tokens.ends();
    return health;
}

void GitLabForge::stop() { d->git.stop(); }

Account GitLabForge::whoAmI(Bot bot) { return d->reads.whoAmI(bot); }

std::optional<Instant> GitLabForge::tokenEnd(Bot bot)
{
    const auto end = d->reads.tokenEnd(bot);
    d->tokens.endsAt(bot, end);
    return end;
}

std::optional<MergeRequest> GitLabForge::mergeRequest(const Project &project, MergeRequestIid iid)
{
    return d->reads.mergeRequest(project, iid);
}

std::vector<MergeRequest> GitLabForge::mergeRequestsFrom(const Project &project, const QString &sourceBranch)
{
    return d->reads.mergeRequestsFrom(project, sourceBranch);
}

std::vector<Pipeline> GitLabForge::pipelines(const Project &project, MergeRequestIid iid)
{
    return d->reads.pipelines(project, iid);
}

Approvals GitLabForge::approvals(const Project &project, MergeRequestIid iid, Bot reader)
{
    return d->reads.approvals(project, iid, reader);
}

std::optional<QJsonObject> GitLabForge::approvalChecklist(const Project &project, MergeRequestIid iid, Bot reader)
{
    return d->reads.approvalChecklist(project, iid, reader);
}

std::optional<Oid> GitLabForge::branchHead(const Project &project, const QString &branch)
{
    return d->reads.branchHead(project, branch);
}

std::optional<std::vector<Oid>> GitLabForge::parentsOf(const Project &project, const Oid &commit)
{
    return d->reads.parentsOf(project, commit);
}

Outcome GitLabForge::createMergeRequest(const Project &project, const QString &sourceBranch, const QString &title,
                                        const QString &description)
{
    return d->mutations.createMergeRequest(project, sourceBranch, title, description);
}

Outcome GitLabForge::approve(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                             const QJsonObject &checklist)
{
    return d->mutations.approve(bot, project, iid, gatedHead, checklist);
}

Outcome GitLabForge::merge(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead, const QString &message)
{
    return d->mutations.merge(bot, project, iid, gatedHead, message);
}

Outcome GitLabForge::rebase(const Project &project, MergeRequestIid iid) { return d->mutations.rebase(project, iid); }

Outcome GitLabForge::closeMergeRequest(const Project &project, MergeRequestIid iid)
{
    return d->mutations.closeMergeRequest(project, iid);
}

Outcome GitLabForge::cancelAutoMerge(const Project &project, MergeRequestIid iid)
{
    return d->mutations.cancelAutoMerge(project, iid);
}

Outcome GitLabForge::cancelPipeline(const Project &project, qint64 pipelineId)
{
    return d->mutations.cancelPipeline(project, pipelineId);
}

Outcome GitLabForge::deleteBranch(const Project &project, const QString &branch)
{
    return d->mutations.deleteBranch(project, branch);
}

Oid GitLabForge::fetchTarget(const Project &project) { return d->git.fetchTarget(project); }

QMap<QString, QByteArray> GitLabForge::readFiles(const Project &project, const Oid &commit, const QStringList &paths)
{
    return d->git.readFiles(project, commit, paths);
}

std::vector<ListedFile> GitLabForge::listFiles(const Project &project, const Oid &commit, const QString &folder)
{
    return d->git.listFiles(project, commit, folder);
}

Oid GitLabForge::treeOf(const Project &project, const Oid &commit) { return d->git.treeOf(project, commit); }

bool GitLabForge::contains(const Project &project, const Oid &commit, const Oid &ancestor)
{
    return d->git.contains(project, commit, ancestor);
}

BuiltCommit GitLabForge::build(const Project &project, const CommitOrder &order) { return d->git.build(project, order); }

Published GitLabForge::publish(const Project &project, const QString &branch, const Oid &commit,
                               const std::optional<Oid> &expected)
{
    return d->git.publish(project, branch, commit, expected);
}

} // namespace slipway::forge
