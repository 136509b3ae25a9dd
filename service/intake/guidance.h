// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/change.h"
#include "shared/workflow/flow.h"
#include "shared/workflow/state.h"

#include <optional>
#include <string_view>

namespace slipway::intake {

/// What the person in front of the page should do.
enum class GuidanceAction : quint8 {
    Wait, ///< It goes on by itself.
    ContactMaintainers, ///< Waiting will not help.
    Resubmit,
    Decide, ///< It waits for the reader's own decision.
    Done,
};
std::string_view nameOf(GuidanceAction action);

/// Where a queued request stands among those that wait.
struct QueueFacts {
    int position = 1; ///< 1 is next.
    std::optional<BatchId> slotHolder; ///< The batch that holds the partition's slot.
    bool isPaused = false; ///< The partition takes no new batch: paused or halted.
};

/// All that guidance depends on.
struct GuidanceFacts {
    workflow::Pair pair;
    workflow::RequestKind kind = workflow::RequestKind::Bind;
    bool withdrawRequested = false;
    bool viewerDecides = false; ///< The reader is an approver whose decision is taken here.
    bool ownsBinding = true; ///< False: a later attempt took the row over.
    bool hasRunOut = false; ///< The end that was asked for has passed.
    bool removedAtItsEnd = false; ///< What took the row over is the removal at that end.
    std::optional<QueueFacts> queue;
};

/// The answer, before it is put in the reader's language: literals, so that it can be compared and translated.
struct Guidance {
    GuidanceAction action = GuidanceAction::Wait;
    const char *sentence = ""; ///< Context "Guidance". %1 stands for the queue position, %2 for the batch.
    const char *waitingFor = nullptr; ///< Stable word for machines; null when nothing is awaited.
};

/// What to do, for every legal pair. Pure.
Guidance guidanceFor(const GuidanceFacts &facts);

/// As the HTTP interface shows it.
protocol::Guidance inWords(const Guidance &guidance, const GuidanceFacts &facts, Language language, Instant since,
                           std::optional<Instant> nextCheckAt);

} // namespace slipway::intake
