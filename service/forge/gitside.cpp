// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitside.h"

#include "service/forge/commitbuilder.h"
#include "service/forge/publisher.h"
#include "shared/error.h"
#include "shared/failpoint.h"

#include <QCryptographicHash>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using outbound::Dependency;
using std::chrono::milliseconds;

namespace {

// A host that does not answer at all is known long before the deadline of a transfer.
constexpr milliseconds longestConnect { 10000 };
constexpr milliseconds longestSilence { 60000 };
constexpr milliseconds crowdedWait { 1000 };

bool isNumber(const QString &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

CallRecord recordOf(const char *operation, const Project &project, const QString &subject, const QString &request)
{
    return { QString::fromLatin1(operation), project, subject, Bot::Author, request };
}

Outcome::Kind outcomeKindOf(Published::Kind kind)
{
    switch (kind) {
    case Published::Kind::Done: return Outcome::Kind::Done;
    case Published::Kind::LeaseLost:
    case Published::Kind::Refused: return Outcome::Kind::Refused;
    case Published::Kind::Unknown: return Outcome::Kind::Unknown;
    case Published::Kind::NotSent: break;
    }
    return Outcome::Kind::NotSent;
}

Published notSent(const QString &why) { return { Published::Kind::NotSent, std::nullopt, why }; }

} // namespace

GitSide::GitSide(const ForgeSettings &settings, BotTokens &tokens, Dependency &dependency, CallObserver &observer,
                 std::function<QString(const Project &)> fullPathOf, std::function<bool()> isTokenAlive)
    : m_settings(settings)
    , m_tokens(tokens)
    , m_dependency(dependency)
    , m_observer(observer)
    , m_fullPathOf(std::move(fullPathOf))
    , m_isTokenAlive(std::move(isTokenAlive))
{
}

QString GitSide::fullPathOfNumber(const Project &project)
{
    {
        const std::lock_guard guard(m_lock);
        if (const auto known = m_paths.find(project.path); known != m_paths.end())
            return known->second;
    }
    // Outside the lock: it is a call over the network.
    const QString path = m_fullPathOf(project);
    const std::lock_guard guard(m_lock);
    m_paths[project.path] = path;
    return path;
}

GitSide::Site GitSide::siteOf(const Project &project)
{
    const QString path = isNumber(project.path) ? fullPathOfNumber(project) : project.path;
    const QString base = m_settings.url.toString(QUrl::FullyEncoded | QUrl::StripTrailingSlash | QUrl::RemoveUserInfo);
    const QString url = base + u'/' + QString::fromLatin1(QUrl::toPercentEncoding(path, "/")) + u".git"_s;
    const std::lock_guard guard(m_lock);
    std::shared_ptr<Mirror> &mirror = m_mirrors[url];
    if (!mirror) {
        const QByteArray hash = QCryptographicHash::hash(url.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
        mirror = std::make_shared<Mirror>(m_settings.mirrorDirectory + u'/' + QString::fromLatin1(hash));
    }
    return { { url, m_tokens.valueOf(Bot::Author) }, mirror };
}

template <class Work>
auto GitSide::withMirror(const Project &project, Work work)
{
    const Site site = siteOf(project);
    const std::unique_lock guard(site.mirror->lock(), m_settings.gitDeadline());
    if (!guard.owns_lock())
        throw Error(Code::Unavailable, u"the mirror of %1 is in use"_s.arg(project.path)).withRetryAfter(crowdedWait);
    try {
        const RepositoryHandle repository = site.mirror->open();
        return work(site, repository.get());
    } catch (const MirrorDamaged &damaged) {
        // It holds nothing that the remote or a repeated build cannot give again.
        site.mirror->discard();
        throw Error(Code::Unavailable,
                    u"the mirror of %1 was damaged and is made anew: %2"_s.arg(project.path, damaged.detail));
    }
}

NetworkGuard::Limits GitSide::limits() const
{
    const milliseconds total = m_settings.gitDeadline();
    return { std::min(longestConnect, total), std::min(longestSilence, total), total };
}

void GitSide::report(Dependency::Pass &pass, const std::optional<GitFailure> &failure)
{
    if (!failure) {
        m_tokens.accepted(Bot::Author);
        pass.succeeded();
        return;
    }
    switch (failure->kind) {
    case GitFailure::Kind::TokenRefused:
        pass.succeeded();
        // A single 401 may be a proxy's; only GitLab's own word condemns the token, for it holds up everybody.
        if (!m_isTokenAlive())
            m_tokens.refused(Bot::Author, failure->text);
        break;
    case GitFailure::Kind::Throttled: pass.throttled(std::nullopt); break;
    case GitFailure::Kind::Unreachable: pass.failed(failure->text); break;
    case GitFailure::Kind::Damaged: throw MirrorDamaged { failure->text };
    default: pass.succeeded();
    }
}

void GitSide::fail(const Project &project, const GitFailure &failure)
{
    m_observer.readFailed(recordOf("git.fetch", project, project.targetBranch, {}), failure.httpStatus, failure.text);
    const Code code = failure.kind == GitFailure::Kind::NotThere ? Code::NotFound : Code::Unavailable;
    throw Error(code, u"git.fetch %1: %2"_s.arg(project.path, failure.text));
}

Dependency::Pass GitSide::passForRead(const Project &project)
{
    failpoint::reached([] { return u"remote.git.fetch.before"_s; });
    if (const auto wait = m_tokens.waitOf(Bot::Author))
        throw Error(Code::Unavailable, u"git.fetch %1: the author's token is refused"_s.arg(project.path))
            .withRetryAfter(*wait);
    Dependency::Pass pass = m_dependency.enter();
    if (!pass.isGranted())
        throw Error(Code::Unavailable, u"git.fetch %1: %2"_s.arg(project.path, pass.reason())).withRetryAfter(pass.wait());
    return pass;
}

Oid GitSide::fetchTarget(const Project &project, const Site &site, git_repository *repository)
{
    Dependency::Pass pass = passForRead(project);
    const NetworkGuard guard(limits(), &m_stopping);
    const Mirror::Fetched fetched = site.mirror->fetchBranch(repository, site.access, project.targetBranch);
    report(pass, fetched.failure);
    if (fetched.failure)
        fail(project, *fetched.failure);
    if (!fetched.head)
        throw Error(Code::NotFound, u"%1 has no branch '%2'"_s.arg(project.path, project.targetBranch));
    return *fetched.head;
}

bool GitSide::obtain(const Project &project, const Site &site, git_repository *repository, const Oid &commit)
{
    if (Mirror::has(repository, commit))
        return true;
    fetchTarget(project, site, repository);
    if (Mirror::has(repository, commit))
        return true;
    Dependency::Pass pass = passForRead(project);
    const NetworkGuard guard(limits(), &m_stopping);
    const auto failure = site.mirror->fetchTip(repository, site.access, commit);
    report(pass, failure);
    if (failure)
        fail(project, *failure);
    return Mirror::has(repository, commit);
}

void GitSide::requireCommit(const Project &project, const Site &site, git_repository *repository, const Oid &commit)
{
    if (!obtain(project, site, repository, commit))
        throw Error(Code::NotFound, u"%1 has no commit %2 that its references lead to"_s.arg(project.path, commit.value()));
}

Oid GitSide::fetchTarget(const Project &project)
{
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        const Oid head = fetchTarget(project, site, repository);
        site.mirror->tidy(repository);
        return head;
    });
}

QMap<QString, QByteArray> GitSide::readFiles(const Project &project, const Oid &commit, const QStringList &paths)
{
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        requireCommit(project, site, repository, commit);
        return Mirror::readFiles(repository, commit, paths);
    });
}

std::vector<ListedFile> GitSide::listFiles(const Project &project, const Oid &commit, const QString &folder)
{
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        requireCommit(project, site, repository, commit);
        return Mirror::listFiles(repository, commit, folder);
    });
}

Oid GitSide::treeOf(const Project &project, const Oid &commit)
{
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        requireCommit(project, site, repository, commit);
        return Oid(textOf(*git_tree_id(Mirror::treeOf(repository, commit).get())));
    });
}

bool GitSide::contains(const Project &project, const Oid &commit, const Oid &ancestor)
{
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        if (!Mirror::has(repository, commit) || !Mirror::has(repository, ancestor))
            fetchTarget(project, site, repository);
        // What the target's history does not know after a fetch is not part of it.
        return Mirror::has(repository, commit) && Mirror::has(repository, ancestor)
            && Mirror::contains(repository, commit, ancestor);
    });
}

BuiltCommit GitSide::build(const Project &project, const CommitOrder &order)
{
    const CommitBuilder builder(m_settings.committerName, m_settings.committerEmail);
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        requireCommit(project, site, repository, order.base);
        return builder.build(repository, order);
    });
}

Published GitSide::publish(const Project &project, const QString &branch, const Oid &commit, const std::optional<Oid> &expected)
{
    if (!isBranchName(branch))
        throw Error(Code::InvalidRequest, u"'%1' is no branch name of ours"_s.arg(branch));
    return withMirror(project, [&](const Site &site, git_repository *repository) {
        if (!Mirror::has(repository, commit))
            throw Error(Code::NotFound, u"commit %1 is not in the mirror; build it again"_s.arg(commit.value()));
        return publishTo(project, site, repository, branch, commit, expected);
    });
}

Published GitSide::publishTo(const Project &project, const Site &site, git_repository *repository, const QString &branch,
                             const Oid &commit, const std::optional<Oid> &expected)
{
    if (m_tokens.waitOf(Bot::Author))
        return notSent(u"the author's token is refused"_s);
    Dependency::Pass pass = m_dependency.enter();
    if (!pass.isGranted())
        return notSent(pass.reason());
    const NetworkGuard guard(limits(), &m_stopping);
    Publisher publisher(repository, site.access);
    if (const auto settled = publisher.prepare(branch, commit, expected)) {
        report(pass, settled->failure);
        return settled->published;
    }
    const QString from = expected ? expected->value() : u"absent"_s;
    const qint64 ticket = m_observer.sending(recordOf("git.push", project, branch, u"%1 -> %2"_s.arg(from, commit.value())));
    failpoint::reached([] { return u"remote.git.push.before"_s; });
    const Publisher::Result result = publisher.send();
    failpoint::reached([] { return u"remote.git.push.after"_s; });
    Outcome outcome;
    outcome.kind = outcomeKindOf(result.published.kind);
    outcome.text = result.published.text.left(1024);
    outcome.status = result.failure ? result.failure->httpStatus : 0;
    m_observer.answered(ticket, outcome);
    report(pass, result.failure);
    return result.published;
}

} // namespace slipway::forge
