// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/delivery.h"

#include <thread>
#include <vector>

namespace slipway::httpserver {

/// Brings answers from any thread to the server's. It outlives the server as long as somebody holds a responder; what
/// arrives after close() is dropped.
class Mailbox {
public:
    /// Throws Error(Unavailable) when the process has no descriptor left. The calling thread becomes the one that
    /// collects.
    Mailbox();
    ~Mailbox();
    Mailbox(const Mailbox &) = delete;
    Mailbox &operator=(const Mailbox &) = delete;

    /// Thread-safe. False when nobody collects any more.
    bool post(Delivery delivery);

    /// Readable while something waits, unless the server is awake anyhow.
    int descriptor() const { return m_wake; }
    /// Everything posted so far, in order. Only the collecting thread calls this and what follows.
    std::vector<Delivery> collect();
    bool isEmpty() const;
    /// While awake, posts of the collecting thread itself need no wake-up; what is left at the end of that gets one.
    void setAwake(bool awake);
    void close();

private:
    const std::thread::id m_collector = std::this_thread::get_id();
    const int m_wake;
    bool m_awake = false; ///< Touched by the collecting thread only.
    mutable std::mutex m_lock;
    std::vector<Delivery> m_posted; ///< Under m_lock.
    bool m_signalled = false; ///< Under m_lock.
    bool m_closed = false; ///< Under m_lock.
};

} // namespace slipway::httpserver
