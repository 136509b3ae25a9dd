// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

#include <optional>

namespace slipway::mergerequest {

/// What the forge says a merge request of ours is, in the order in which it matters.
enum class Reading : quint8 {
    Merged,
    Locked, ///< A merge is under way; undecided.
    Closed,
    ForeignHead, ///< Open, but its head is not the one we built.
    Open,
};

/// Pure. \a gatedHead is the only head that may land. A merged one is Merged, whatever its head: the caller compares.
Reading readingOf(const forge::MergeRequest &mergeRequest, const forge::Oid &gatedHead);

/// What an open merge request with our head lets us do next.
enum class Mergeability : quint8 {
    Mergeable,
    Wait, ///< Being computed, syncing, or a word we do not know: look again within the budget.
    NeedsRebase,
    Conflict,
    NotApproved,
    Refused, ///< A rule or a person stands in the way; only people can change that.
};

/// Pure: classifies by state and flags, never by English text. GitLab shows one reason at a time and hides the others; a stale
/// "conflict" without has_conflicts is a value of before the last push.
Mergeability mergeabilityOf(const forge::MergeRequest &mergeRequest);

} // namespace slipway::mergerequest
