// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace slipway::forge {

/// A Git object name, 40 lower-case hex digits.
using Oid = Id<struct OidTag, QString>;

/// Where a partition lives on the forge.
struct Project {
    QString path; ///< "group/config", or the numeric id as text.
    QString targetBranch;
};

/// The accounts that act. The forge holds their tokens; nobody else sees one.
enum class Bot : quint8 { Author, ReviewerOne, ReviewerTwo };

/// How a mutation ended. A value, because every branch has its own next step.
struct Outcome {
    enum class Kind : quint8 {
        Done, ///< The forge said yes.
        Refused, ///< The forge said no; `status` and `text` say how. Whether it is final is decided by reading.
        Unknown, ///< Sent, answer lost or of a kind that proves nothing (5xx, 408, cut): read before anything else.
        NotSent, ///< Certainly without effect: unreachable, breaker open, 429.
    };
    Kind kind = Kind::NotSent;
    int status = 0;
    QString text; ///< The forge's own words, at most 1 KiB, for people and ledger; never branched upon.
    std::optional<std::chrono::milliseconds> retryAfter;
    QJsonObject body;

    bool isDone() const { return kind == Kind::Done; }
};

struct MergeRequest {
    MergeRequestIid iid;
    QString state; ///< opened, closed, locked, merged; anything else is treated as undecided.
    QString detailedStatus; ///< detailed_merge_status, else merge_status mapped to it; unknown words are kept.
    bool hasConflicts = false;
    QString sourceBranch;
    QString targetBranch;
    QString title;
    QString description;
    QString author; ///< Username.
    Oid head; ///< sha
    std::optional<Oid> mergeCommit; ///< merge_commit_sha, else squash_commit_sha, else sha once merged.
    QString mergeError;
    std::optional<bool> rebaseInProgress;
    QString mergedBy;
    QString closedBy;
    QString webUrl;
    QString updatedAt;
};

struct Pipeline {
    qint64 id = 0;
    Oid sha;
    QString ref;
    QString status;
    QString source;
    QString webUrl;
};

struct Approvals {
    QStringList approvedBy; ///< Usernames.
    std::optional<int> left; ///< Missing on the community edition.
    std::optional<bool> userHasApproved; ///< Of the bot that read.
    std::optional<bool> userCanApprove;
};

struct Account {
    qint64 id = 0;
    QString username;
};

/// One file of a commit: its new bytes, or nothing to remove it.
using FileChanges = QMap<QString, std::optional<QByteArray>>;

/// One entry of a tree that is no folder.
struct ListedFile {
    QString path;
    bool isPlain = true; ///< A regular file; else a symbolic link or a submodule.
    qint64 size = 0; ///< Bytes; 0 for what is not plain.
};

struct CommitOrder {
    Oid base;
    FileChanges changes;
    QString message;
    Instant authoredAt; ///< From the database row, so that a repeated build yields the same commit.
};

struct BuiltCommit {
    Oid commit;
    Oid tree;
    bool changesNothing = false; ///< The tree equals the base's: no commit was made, `commit` is the base.
};

/// How pushing a branch ended.
struct Published {
    enum class Kind : quint8 {
        Done, ///< The branch points at the commit, by this call or an earlier one.
        LeaseLost, ///< The branch points elsewhere than expected; nothing was written. See `found`.
        Refused, ///< A hook or protection said no; `text` has its words.
        Unknown, ///< The answer was lost: ask branchHead().
        NotSent
    };
    Kind kind = Kind::NotSent;
    std::optional<Oid> found;
    QString text;
};

/// A code host as the workflow needs it: reads that either answer or throw, mutations that answer with an Outcome and are sent at
/// most once per call. It knows no batch, no operation and no database, decides nothing, and never repeats a mutation.
///
/// All functions block and may be called from any worker thread at once. A read that cannot be answered now throws
/// Error(Unavailable) (with retryAfter() where the forge named a time); a refused token throws Error(Unavailable) too, with
/// isTokenRefused() of the forge's health telling. A read of something that is not there returns nothing.
class Forge {
public:
    virtual ~Forge() = default;

    // Reads over the API.
    virtual Account whoAmI(Bot bot) = 0;
    /// When the bot's token ends; nothing: never, or the forge does not say.
    virtual std::optional<Instant> tokenEnd(Bot bot) = 0;
    virtual std::optional<MergeRequest> mergeRequest(const Project &project, MergeRequestIid iid) = 0;
    /// Merge requests from that source branch in any state, newest first, read one by one (lists may be stale).
    virtual std::vector<MergeRequest> mergeRequestsFrom(const Project &project, const QString &sourceBranch) = 0;
    /// All pages, newest first.
    virtual std::vector<Pipeline> pipelines(const Project &project, MergeRequestIid iid) = 0;
    virtual Approvals approvals(const Project &project, MergeRequestIid iid, Bot reader) = 0;
    /// What has to be answered with an approval, as the project has it; nothing where it asks for none or does not say.
    virtual std::optional<QJsonObject> approvalChecklist(const Project &project, MergeRequestIid iid, Bot reader) = 0;
    virtual std::optional<Oid> branchHead(const Project &project, const QString &branch) = 0;
    /// The commit's parents; nothing when the forge does not know it.
    virtual std::optional<std::vector<Oid>> parentsOf(const Project &project, const Oid &commit) = 0;

    // Mutations over the API.
    virtual Outcome createMergeRequest(const Project &project, const QString &sourceBranch, const QString &title,
                                       const QString &description) = 0;
    /// \a checklist, where the project asks for one, goes along as it is.
    virtual Outcome approve(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                            const QJsonObject &checklist = {}) = 0;
    virtual Outcome merge(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                          const QString &message) = 0;
    virtual Outcome rebase(const Project &project, MergeRequestIid iid) = 0;
    virtual Outcome closeMergeRequest(const Project &project, MergeRequestIid iid) = 0;
    virtual Outcome cancelAutoMerge(const Project &project, MergeRequestIid iid) = 0;
    virtual Outcome cancelPipeline(const Project &project, qint64 pipelineId) = 0;
    virtual Outcome deleteBranch(const Project &project, const QString &branch) = 0;

    // Git.
    /// Brings the local mirror of the target branch up to date and returns its head. Throws Error(NotFound) when the project or
    /// the branch does not exist.
    virtual Oid fetchTarget(const Project &project) = 0;
    /// The bytes of those files in that commit; absent ones are missing in the answer. The commit must be in the mirror.
    virtual QMap<QString, QByteArray> readFiles(const Project &project, const Oid &commit, const QStringList &paths) = 0;
    /// Every file below \a folder ("access/", or empty for all) in that commit, in no promised order. The commit must be in the mirror.
    virtual std::vector<ListedFile> listFiles(const Project &project, const Oid &commit, const QString &folder) = 0;
    virtual Oid treeOf(const Project &project, const Oid &commit) = 0;
    /// Whether \a ancestor is \a commit or one of its ancestors in the mirror; fetches the target branch once if either is unknown.
    virtual bool contains(const Project &project, const Oid &commit, const Oid &ancestor) = 0;
    /// Builds one commit in the mirror. The same order always gives the same commit. Throws Error(InvalidRequest) for a path Git
    /// cannot hold (a file where a folder stands, ".git", empty segments).
    virtual BuiltCommit build(const Project &project, const CommitOrder &order) = 0;
    /// Points \a branch at \a commit if it is absent or points at \a expected (or at the commit already), compared by the server.
    virtual Published publish(const Project &project, const QString &branch, const Oid &commit,
                              const std::optional<Oid> &expected) = 0;
};

} // namespace slipway::forge
