// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/refusals.h"

#include <array>
#include <atomic>

namespace slipway::database {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Telling {
    Kind kind;
    Clock::duration counts; ///< How long after it a refusal still says something; slow things are slow to show again.
};
/// The gravest first.
constexpr auto tellings = std::to_array<Telling>({
    { Kind::ReadOnly, 2s },
    { Kind::Unavailable, 2s },
    { Kind::CannotConnect, 2s },
    { Kind::LockTimeout, 4s },
    { Kind::Cancelled, 4s },
});

std::array<std::atomic<Clock::rep>, tellings.size()> noted {}; // Zero: never.

} // namespace

void Refusals::note(Kind kind)
{
    for (size_t i = 0; i < tellings.size(); ++i) {
        if (tellings[i].kind == kind)
            noted[i] = Clock::now().time_since_epoch().count();
    }
}

std::optional<Kind> Refusals::lately()
{
    const auto now = Clock::now().time_since_epoch();
    for (size_t i = 0; i < tellings.size(); ++i) {
        const Clock::rep at = noted[i];
        if (at != 0 && now - Clock::duration(at) < tellings[i].counts)
            return tellings[i].kind;
    }
    return std::nullopt;
}

} // namespace slipway::database
