// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <atomic>

namespace slipway::failpoint {

/// Named places at which a test may kill, stop or fail the process, to prove that every crash ends well. Always compiled in,
/// so that the shipped binaries are the ones that were proven; a disarmed point is one relaxed load.
///
/// Armed only by the environment variable SLIPWAY_FAILPOINTS *and* the boot key test.failpoints, and then:
///   SLIPWAY_FAILPOINTS="name[#k]=crash;name=error;name=pause;census=/path"
/// `crash` is _exit(137) at the k-th hit (1 by default), without destructors, like kill -9; `error` throws Error(Unavailable)
/// once; `pause` raises SIGSTOP. `census` appends the name of every point hit to a file, one a line.
/// The two gateways (database commits, remote calls) name their points themselves: "commit.<transaction>.before|after" and
/// "remote.<operation>.before|after".

namespace detail {
inline std::atomic<bool> armed { false };
void hit(const QString &name);
} // namespace detail

/// Reads SLIPWAY_FAILPOINTS. Call once at start, before threads. Throws Error(InvalidRequest) for a malformed specification.
void arm();

/// \a name is only evaluated into text when armed.
template <class Name>
inline void reached(Name &&name)
{
    if (detail::armed.load(std::memory_order_relaxed)) [[unlikely]]
        detail::hit(name());
}

} // namespace slipway::failpoint
