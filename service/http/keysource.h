// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/keyset.h"
#include "service/outbound/dependency.h"

#include <QUrl>

#include <condition_variable>
#include <memory>
#include <mutex>

namespace slipway::http {

/// Where the identity provider's keys come from, kept in memory. Reading never waits. They are fetched anew when a token names a key
/// nobody knows, at most once a minute (whoever sends invented names must not make us a flood), every five seconds while there were
/// never any, and now and then by themselves, so that a key that was taken away is not believed for ever. A fetch that fails leaves the
/// keys as they are; after a day without a good one they are believed no more. Thread-safe.
class KeySource {
public:
    /// \a where is https, http on this machine, or a file. \a clock outlives it.
    KeySource(QUrl where, const Clock &clock);

    /// Empty when there are none to be believed.
    std::shared_ptr<const KeySet> keys() const;
    /// Whether refresh() might bring another key now: a fetch is under way, or may begin.
    bool mayLearn() const;
    /// Whether the keys are old enough to be looked after. True once, for one caller, until that is due again.
    bool claimCare();
    /// Fetches unless it is too early; who comes while another fetches waits for that one's end. Blocks for a few seconds at most.
    void refresh();

private:
    using Time = std::chrono::steady_clock::time_point;
    Time nextAllowed() const;
    void take(const QByteArray &content);
    std::optional<QByteArray> fetched();

    const QUrl m_where;
    const Clock &m_clock;
    outbound::Dependency m_provider;
    mutable std::mutex m_lock;
    std::shared_ptr<const KeySet> m_keys; ///< Under m_lock, like all that follow.
    std::optional<Time> m_tried;
    std::optional<Time> m_succeeded;
    std::optional<Time> m_cared;
    bool m_fetching = false;
    std::condition_variable m_done;
};

} // namespace slipway::http
