// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <atomic>
#include <chrono>

namespace slipway::forge {

/// Bounds everything libgit2 sends and receives on this thread while it lives: time to connect, silence, the whole, and
/// a flag that ends it from another thread (noticed within 200 ms). Without one of these the library waits for ever on
/// a silent server; its callbacks run only while bytes flow. At most one per thread at a time.
class NetworkGuard {
public:
    struct Limits {
        std::chrono::milliseconds connect { 10000 };
        std::chrono::milliseconds idle { 60000 };
        std::chrono::milliseconds total { 600000 };
    };

    NetworkGuard(Limits limits, const std::atomic<bool> *cancel);
    ~NetworkGuard();
    NetworkGuard(const NetworkGuard &) = delete;
    NetworkGuard &operator=(const NetworkGuard &) = delete;

    /// This thread's, if there is one.
    static NetworkGuard *current();

    /// Waits until \a descriptor is ready for the poll() \a events, at most \a limit. False: over, see stopped().
    bool waitFor(int descriptor, short events, std::chrono::milliseconds limit);
    /// False once the deadline has passed or the flag is set; for callbacks and for data that trickles without a pause.
    bool mayGoOn();

    const Limits &limits() const { return m_limits; }
    /// Why the guard ended the transfer; empty when it did not.
    const QString &stopped() const { return m_stopped; }

private:
    const Limits m_limits;
    const std::chrono::steady_clock::time_point m_deadline;
    const std::atomic<bool> *m_cancel;
    QString m_stopped;
};

/// Makes libgit2 use guarded sockets for http and, below its own TLS, for https. Once per process, before threads use
/// it. Returns libgit2's code.
int registerGuardedStream();

} // namespace slipway::forge
