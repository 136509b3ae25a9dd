// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/bottokens.h"
#include "service/forge/callobserver.h"
#include "service/forge/guardedstream.h"
#include "service/forge/mirror.h"
#include "service/outbound/dependency.h"

#include <functional>
#include <map>

namespace slipway::forge {

/// The Git half of Forge (see there for each function's promise): finds the mirror of a project, holds its lock, bounds
/// every transfer, and turns what Git says into the forge's errors and outcomes. Acts as the author bot. Thread-safe.
class GitSide {
public:
    /// \a fullPathOf turns a project named by number into its path; \a isTokenAlive asks the forge about the author's token.
    GitSide(const ForgeSettings &settings, BotTokens &tokens, outbound::Dependency &dependency, CallObserver &observer,
            std::function<QString(const Project &)> fullPathOf, std::function<bool()> isTokenAlive);

    Oid fetchTarget(const Project &project);
    QMap<QString, QByteArray> readFiles(const Project &project, const Oid &commit, const QStringList &paths);
    std::vector<ListedFile> listFiles(const Project &project, const Oid &commit, const QString &folder);
    Oid treeOf(const Project &project, const Oid &commit);
    bool contains(const Project &project, const Oid &commit, const Oid &ancestor);
    BuiltCommit build(const Project &project, const CommitOrder &order);
    Published publish(const Project &project, const QString &branch, const Oid &commit, const std::optional<Oid> &expected);

    /// Ends running transfers and refuses new ones.
    void stop() { m_stopping = true; }

private:
    struct Site {
        RemoteAccess access;
        std::shared_ptr<Mirror> mirror;
    };

    QString fullPathOfNumber(const Project &project);
    Site siteOf(const Project &project);
    template <class Work>
    auto withMirror(const Project &project, Work work);
    Oid fetchTarget(const Project &project, const Site &site, git_repository *repository);
    /// Fetches once what is not there yet; false when it stays unknown.
    bool obtain(const Project &project, const Site &site, git_repository *repository, const Oid &commit);
    void requireCommit(const Project &project, const Site &site, git_repository *repository, const Oid &commit);
    NetworkGuard::Limits limits() const;
    void report(outbound::Dependency::Pass &pass, const std::optional<GitFailure> &failure);
    [[noreturn]] void fail(const Project &project, const GitFailure &failure);
    outbound::Dependency::Pass passForRead(const Project &project);
    Published publishTo(const Project &project, const Site &site, git_repository *repository, const QString &branch,
                        const Oid &commit, const std::optional<Oid> &expected);

    const ForgeSettings &m_settings;
    BotTokens &m_tokens;
    outbound::Dependency &m_dependency;
    CallObserver &m_observer;
    std::function<QString(const Project &)> m_fullPathOf;
    std::function<bool()> m_isTokenAlive;
    std::atomic<bool> m_stopping { false };
    std::mutex m_lock;
    std::map<QString, QString> m_paths; ///< Of projects named by number.
    std::map<QString, std::shared_ptr<Mirror>> m_mirrors; ///< By address.
};

} // namespace slipway::forge
