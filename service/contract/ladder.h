// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/hotconfig.h"
#include "shared/config/keytable.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace slipway {

/// How long to wait before looking again: short intervals first, then long ones, then a limit.
struct PollLadder {
    std::chrono::milliseconds shortInterval;
    int shortCount;
    std::chrono::milliseconds longInterval;
    int limit;

    /// The wait before the look after \a looks of them; nothing when the limit is reached.
    std::optional<std::chrono::milliseconds> next(int looks) const
    {
        if (looks >= limit)
            return std::nullopt;
        return looks < shortCount ? shortInterval : longInterval;
    }
};

/// The four keys of one poll.<what> family, found at compile time.
struct LadderKeys {
    KeyId shortMs, shortCount, longMs, limit;

    consteval explicit LadderKeys(std::string_view what)
        : shortMs(keyOf(what, "shortMs"))
        , shortCount(keyOf(what, "shortCount"))
        , longMs(keyOf(what, "longMs"))
        , limit(keyOf(what, "limit"))
    {
    }

    PollLadder in(const configuration::HotConfig &config) const
    {
        const auto values = config.snapshot();
        return { std::chrono::milliseconds(values->number(shortMs)), int(values->number(shortCount)),
                 std::chrono::milliseconds(values->number(longMs)), int(values->number(limit)) };
    }

private:
    static consteval KeyId keyOf(std::string_view what, std::string_view field)
    {
        char name[64] {};
        size_t length = 0;
        for (std::string_view part : { std::string_view("poll."), what, std::string_view("."), field }) {
            for (char letter : part)
                name[length++] = letter;
        }
        return key(std::string_view(name, length));
    }
};

/// All there are: what is asked for again and again, by what it waits for.
namespace ladders {
inline constexpr LadderKeys approval("approval"); ///< A decision of people.
inline constexpr LadderKeys pipeline("pipeline");
inline constexpr LadderKeys mergeability("mergeability"); ///< GitLab's own computing before a merge.
inline constexpr LadderKeys merge("merge"); ///< The merge itself.
inline constexpr LadderKeys settle("settle"); ///< A merge request that shall be closed.
inline constexpr LadderKeys deploy("deploy"); ///< A proof of deployment.
} // namespace ladders

} // namespace slipway
