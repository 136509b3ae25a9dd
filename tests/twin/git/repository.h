// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/core/asynclock.h"
#include "tests/twin/core/task.h"
#include "tests/twin/git/gitrunner.h"

#include <QCache>
#include <QMap>

#include <functional>
#include <memory>
#include <optional>

namespace slipway::twin {

struct Signature {
    QString name;
    QString email;
    Instant at {};
};

struct Commit {
    QString id;
    QString tree;
    QStringList parents;
    QString message;
    Signature author;
    Signature committer;

    QString title() const { return message.section(u'\n', 0, 0); }
};

struct TreeEntry {
    QString mode;
    QString type;
    QString oid;
    qint64 size = 0;
    QString path;
};

/// One file of a new commit: its bytes, or nothing to remove it.
struct FileChange {
    std::optional<QByteArray> content;
    bool executable = false;
};

/// What merging two commits gives.
struct MergedTree {
    bool conflicts = false;
    QString tree; ///< Empty when git failed altogether.
};

struct LineCount {
    int added = 0;
    int removed = 0;
};

/// One real bare repository. It knows Git and nothing of merge requests or rights. The twin is the only writer, so
/// branch heads are kept in memory and commits, being immutable, are cached; everything else asks git. A failure of git
/// itself throws std::runtime_error; expected outcomes (conflict, lost race) are values.
class Repository {
public:
    Repository(GitRunner &git, QString directory);

    const QString &directory() const { return m_directory; }
    /// Called after each move of a branch, before anybody else sees it.
    void onMoved(std::function<void()> moved) { m_moved = std::move(moved); }
    /// Takes the repository as an earlier run left it. A branch that is not where \a heads says was moved by a run that
    /// was killed before it could book the move (and so never answered): it is put back. Returns what was put back.
    Task<QStringList> open(QMap<QString, QString> heads);
    /// Creates the bare repository with \a files as the first commit of \a branch (none when empty); what a killed run
    /// left in its place is removed.
    Task<void> create(QString branch, QMap<QString, FileChange> files, Signature who);

    const QMap<QString, QString> &branches() const { return m_branches; }
    /// Empty when there is none.
    QString head(const QString &branch) const { return m_branches.value(branch); }
    /// A branch, a full or abbreviated commit id; empty when unknown.
    Task<QString> resolve(QString ref);
    /// Compare-and-swap: \a from empty means "must not exist", \a to empty means "remove". False when the branch was
    /// elsewhere.
    Task<bool> moveBranch(QString branch, QString to, QString from);
    /// Points a reference outside refs/heads at \a to, whatever it was.
    Task<void> setReference(QString reference, QString to);
    /// Reads the heads of \a branches again after somebody else wrote (a push); returns the old heads of those that
    /// changed.
    Task<QMap<QString, QString>> refresh(QStringList branches);

    Task<std::optional<Commit>> commit(QString id);
    /// Newest first; \a range as rev-list takes it, \a path may be empty.
    Task<QList<Commit>> log(QString range, QString path, int skip, int count);
    Task<int> count(QString range);
    Task<bool> isAncestor(QString ancestor, QString descendant);
    Task<QString> mergeBase(QString a, QString b);
    /// The entries of those paths (files, or folders as one entry); of the root when there is none.
    Task<QList<TreeEntry>> tree(QString commit, QStringList paths);
    /// All entries below a folder (empty: the root), also those of folders below it when \a recursive.
    Task<QList<TreeEntry>> folder(QString commit, QString path, bool recursive);
    Task<QByteArray> blob(QString oid);
    /// "A\tpath" lines of what changed between two commits.
    Task<QStringList> changedPaths(QString from, QString to);
    Task<QByteArray> diff(QString from, QString to);
    /// Lines that changed between two commits; \a from may be empty for a root commit.
    Task<LineCount> lineCount(QString from, QString to);

    Task<MergedTree> mergeTrees(QString ours, QString theirs);
    Task<QString> commitTree(QString tree, QStringList parents, QString message, Signature author, Signature committer);
    /// Builds a commit on \a parent (empty: a root commit). No branch moves.
    Task<QString> commitFiles(QString parent, QMap<QString, FileChange> files, QString message, Signature author,
                              Signature committer);
    /// Replays the commits of onto..tip on \a onto; nothing on conflict.
    Task<std::optional<QString>> replay(QString tip, QString onto, Signature committer);

private:
    void setHead(const QString &branch, const QString &head);
    Task<QMap<QString, QString>> readHeads(QStringList branches);
    GitRunner::Run run(const QStringList &arguments, const QByteArray &input = QByteArray(),
                       const QProcessEnvironment &extra = QProcessEnvironment());
    Task<GitResult> must(QStringList arguments, QByteArray input = QByteArray(),
                         QProcessEnvironment extra = QProcessEnvironment());
    Task<std::optional<QString>> replayOne(Commit picked, QString tip, Signature committer);

    GitRunner &m_git;
    QString m_directory;
    QMap<QString, QString> m_branches;
    QCache<QString, Commit> m_commits;
    AsyncLock m_writing;
    std::function<void()> m_moved;
    int m_importCount = 0;
};

} // namespace slipway::twin
