// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/pipeline.h"

namespace slipway::twin {

struct Approval {
    UserPtr user;
    Instant at {};
    QString checklistVersion; ///< The checklist that was answered; empty where none was asked for.
};

struct Note {
    qint64 id = 0;
    UserPtr author;
    QString body;
    bool internal = false;
    bool system = false;
    QString discussion; ///< Notes with the same one are a thread; never empty.
    bool resolvable = false; ///< Part of a thread that somebody has to resolve.
    UserPtr resolvedBy; ///< Set while it is resolved.
    Instant createdAt {};
    Instant updatedAt {};
};

struct MergeRequest {
    enum class State : quint8 { Opened, Closed, Locked, Merged };
    /// GitLab's inner merge_status.
    enum class MergeStatus : quint8 {
        Preparing,
        Unchecked,
        Checking,
        CanBeMerged,
        CannotBeMerged,
        CannotBeMergedRecheck,
        CannotBeMergedRechecking,
    };

    qint64 id = 0;
    qint64 iid = 0;
    qint64 projectId = 0;
    UserPtr author;
    QString title;
    QString description;
    QString sourceBranch;
    QString targetBranch;
    State state = State::Opened;
    MergeStatus mergeStatus = MergeStatus::Preparing;

    QString head; ///< As the merge request knows it; lags behind the branch after a push.
    QString diffBase;
    QString diffStart;
    std::optional<Instant> preparedAt;
    QString changesCount;
    QStringList committers; ///< Mail addresses of those who made its commits.
    std::optional<Instant> mergeAfter; ///< Not to be merged before.
    bool needsRebase = false; ///< The target is no ancestor of the head, as the last check saw it.

    QString mergeError;
    QString mergeCommit;
    QString squashCommit;
    UserPtr mergedBy;
    UserPtr closedBy;
    std::optional<Instant> mergedAt;
    std::optional<Instant> closedAt;

    bool squash = false;
    bool forceRemoveSourceBranch = false;
    std::optional<bool> shouldRemoveSourceBranch;
    UserPtr autoMergeUser; ///< Set while "merge when the pipeline succeeds" is armed.
    bool rebaseInProgress = false;
    int approvalResetsPending = 0;

    QList<Approval> approvals;
    QList<UserPtr> assignees;
    QList<UserPtr> reviewers;
    QStringList labels;
    QList<Note> notes;
    bool discussionLocked = false;
    PipelinePtr headPipeline; ///< The newest one made for it; may still belong to an earlier head.

    Instant createdAt {};
    Instant updatedAt {};

    /// As it was before the last write, for reads that are to be out of date; nothing when that write made it.
    std::shared_ptr<const MergeRequest> earlier;
    qint64 lastWriter = 0; ///< The request that wrote last; 0 for the twin itself.
    Instant lastWrittenAt {};
    int listRevision = 0; ///< Grows with what GitLab's list cache notices; it does not notice approvals and pipelines.

    bool isDraft() const
    {
        const auto begins = [this](QStringView word) { return title.startsWith(word, Qt::CaseInsensitive); };
        return begins(u"Draft:") || begins(u"[Draft]") || begins(u"(Draft)") || begins(u"WIP:");
    }
    bool hasUnresolvedThread() const
    {
        return std::any_of(notes.begin(), notes.end(), [](const Note &note) { return note.resolvable && !note.resolvedBy; });
    }
    bool isOpen() const { return state == State::Opened; }
    bool isApprovedBy(const UserPtr &user) const
    {
        return std::any_of(approvals.begin(), approvals.end(), [&](const Approval &given) { return given.user == user; });
    }
};

template <>
struct Stored<Approval> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "user", &Approval::user },
        Kept { "at", &Approval::at },
        Kept { "checklist_version", &Approval::checklistVersion },
        // clang-format on
    };
};

template <>
struct Stored<Note> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Note::id },
        Kept { "author", &Note::author },
        Kept { "body", &Note::body },
        Kept { "internal", &Note::internal },
        Kept { "system", &Note::system },
        Kept { "discussion", &Note::discussion },
        Kept { "resolvable", &Note::resolvable },
        Kept { "resolved_by", &Note::resolvedBy },
        Kept { "created_at", &Note::createdAt },
        Kept { "updated_at", &Note::updatedAt },
        // clang-format on
    };
};

template <>
struct Stored<MergeRequest> {
    static constexpr auto table = "merge_requests";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &MergeRequest::id },
        Kept { "iid", &MergeRequest::iid },
        Kept { "project_id", &MergeRequest::projectId },
        Kept { "author", &MergeRequest::author },
        Kept { "title", &MergeRequest::title },
        Kept { "description", &MergeRequest::description },
        Kept { "source_branch", &MergeRequest::sourceBranch },
        Kept { "target_branch", &MergeRequest::targetBranch },
        Kept { "state", &MergeRequest::state },
        Kept { "merge_status", &MergeRequest::mergeStatus },
        Kept { "head", &MergeRequest::head },
        Kept { "diff_base", &MergeRequest::diffBase },
        Kept { "diff_start", &MergeRequest::diffStart },
        Kept { "prepared_at", &MergeRequest::preparedAt },
        Kept { "changes_count", &MergeRequest::changesCount },
        Kept { "committers", &MergeRequest::committers },
        Kept { "merge_after", &MergeRequest::mergeAfter },
        Kept { "needs_rebase", &MergeRequest::needsRebase },
        Kept { "merge_error", &MergeRequest::mergeError },
        Kept { "merge_commit", &MergeRequest::mergeCommit },
        Kept { "squash_commit", &MergeRequest::squashCommit },
        Kept { "merged_by", &MergeRequest::mergedBy },
        Kept { "closed_by", &MergeRequest::closedBy },
        Kept { "merged_at", &MergeRequest::mergedAt },
        Kept { "closed_at", &MergeRequest::closedAt },
        Kept { "squash", &MergeRequest::squash },
        Kept { "force_remove_source_branch", &MergeRequest::forceRemoveSourceBranch },
        Kept { "should_remove_source_branch", &MergeRequest::shouldRemoveSourceBranch },
        Kept { "auto_merge_user", &MergeRequest::autoMergeUser },
        Kept { "rebase_in_progress", &MergeRequest::rebaseInProgress },
        Kept { "approval_resets_pending", &MergeRequest::approvalResetsPending },
        Kept { "approvals", &MergeRequest::approvals },
        Kept { "assignees", &MergeRequest::assignees },
        Kept { "reviewers", &MergeRequest::reviewers },
        Kept { "labels", &MergeRequest::labels },
        Kept { "notes", &MergeRequest::notes },
        Kept { "discussion_locked", &MergeRequest::discussionLocked },
        Kept { "head_pipeline", &MergeRequest::headPipeline },
        Kept { "created_at", &MergeRequest::createdAt },
        Kept { "updated_at", &MergeRequest::updatedAt },
        NotKept { &MergeRequest::earlier }, // After a restart every read is up to date.
        Kept { "last_writer", &MergeRequest::lastWriter },
        Kept { "last_written_at", &MergeRequest::lastWrittenAt },
        Kept { "list_revision", &MergeRequest::listRevision },
        // clang-format on
    };
};

using MergeRequestPtr = std::shared_ptr<MergeRequest>;

} // namespace slipway::twin
