// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"
#include "service/forge/gitfailure.h"
#include "service/forge/githandles.h"
#include "service/forge/remotesession.h"

#include <QMap>

#include <mutex>

namespace slipway::forge {

/// The mirror itself is unreadable (a crash of the machine, a full disk). The way out is to drop it and fetch again.
struct MirrorDamaged {
    QString detail;
};

/// A bare copy of one remote repository, without work tree: a cache, complete for what was fetched and rebuildable at
/// any time. One job at a time: hold lock() around everything. Each job opens its own handle; none is shared between
/// threads. Failures of the copy are thrown as MirrorDamaged, impossible requests as Error; what the remote says is
/// returned.
class Mirror {
public:
    /// Creates nothing yet.
    explicit Mirror(QString directory);

    std::timed_mutex &lock() { return m_lock; }

    /// A handle of the calling thread's own; creates the copy when there is none.
    RepositoryHandle open();
    /// Removes it from disk.
    void discard();

    /// Packs loose objects when there are many. Never needed for correctness; takes seconds when it does something.
    void tidy(git_repository *repository) const;

    /// What fetching from the remote gave.
    struct Fetched {
        std::optional<Oid> head; ///< Of the branch; nothing when the remote has no such branch.
        std::optional<GitFailure> failure;
    };
    /// Brings one branch up to date; an unchanged one costs one round trip.
    Fetched fetchBranch(git_repository *repository, const RemoteAccess &access, const QString &branch);
    /// Fetches a commit that some reference of the remote stands at, for one outside the target branch (a rebased
    /// head).
    std::optional<GitFailure> fetchTip(git_repository *repository, const RemoteAccess &access, const Oid &commit);

    static bool has(git_repository *repository, const Oid &commit);
    /// Null when unknown.
    static CommitHandle commitOf(git_repository *repository, const Oid &commit);
    static TreeHandle treeOf(git_repository *repository, const Oid &commit);
    static QMap<QString, QByteArray> readFiles(git_repository *repository, const Oid &commit, const QStringList &paths);
    static std::vector<ListedFile> listFiles(git_repository *repository, const Oid &commit, const QString &folder);
    static bool contains(git_repository *repository, const Oid &commit, const Oid &ancestor);
    /// Keeps \a commit reachable, and gives a push its source: a push cannot start from a bare object name.
    static QString keep(git_repository *repository, const Oid &commit);
    static void unkeep(git_repository *repository, const Oid &commit);

private:
    void create();

    const QString m_directory;
    std::timed_mutex m_lock;
};

/// Throws MirrorDamaged or Error for a failed local call.
void requireGit(int rc, const char *what);

} // namespace slipway::forge
