// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/held.h"
#include "service/outbound/dependency.h"

#include <QHash>
#include <QUrl>

#include <mutex>

namespace slipway::http {

/// The permission service: all our codes in one round trip, POST <address>/permissions/check. It fails closed: whatever is not plainly
/// "true" in a whole answer about this very account is no permission, and a failure is none at all.
///
/// Answers are remembered for a few seconds, so that a console that looks every second asks it rarely; what changes something asks
/// anew. Failures are not remembered. Thread-safe.
class PermissionService {
public:
    /// \a clock outlives it.
    PermissionService(const QUrl &address, const Clock &clock);

    /// From memory; nothing when it has to be asked. No I/O.
    std::optional<Held> remembered(const QString &account) const;
    /// Blocks until \a deadline at most.
    Held ask(const QString &account, std::chrono::milliseconds deadline);

private:
    using Time = std::chrono::steady_clock::time_point;
    void remember(const QString &account, const Held &held);

    const QUrl m_address;
    const Clock &m_clock;
    outbound::Dependency m_service;
    mutable std::mutex m_lock;
    QHash<QString, std::pair<Held, Time>> m_answers; ///< Under m_lock.
};

} // namespace slipway::http
