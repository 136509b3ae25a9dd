// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

#include <QString>

#include <array>
#include <optional>
#include <string_view>

namespace slipway {

/// What one attempt to claim waiting requests into the free slot came to. Every answer is a normal day.
struct RoundAnswer {
    enum class Kind : quint8 { Claimed, SlotOccupied, NothingWaiting, Paused, Lingering, Count };
    Kind kind = Kind::NothingWaiting;
    std::optional<BatchId> batch; ///< The new one, or the one that holds the slot when it could be read.
    int members = 0;
};
inline constexpr auto roundAnswerNames =
    std::to_array<std::string_view>({ "CLAIMED", "SLOT_OCCUPIED", "NOTHING_WAITING", "PAUSED", "LINGERING" });
static_assert(roundAnswerNames.size() == size_t(RoundAnswer::Kind::Count), "an answer lacks its name");
constexpr std::string_view nameOf(RoundAnswer::Kind kind) { return roundAnswerNames[size_t(kind)]; }

} // namespace slipway
