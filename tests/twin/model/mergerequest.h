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

using MergeRequestPtr = std::shared_ptr<MergeRequest>;

} // namespace slipway::twin
