// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <sys/epoll.h>

#include <array>
#include <functional>
#include <span>

namespace slipway::httpserver {

/// All descriptors of one server behind a single one. Qt's event loop polls every socket it knows on each turn, so that
/// two thousand idle clients made each request six times as expensive; here they cost nothing until they speak.
class Poller final : public QObject {
    Q_OBJECT
public:
    /// \a turn gets what is ready, by the key it was watched under. Throws Error(Unavailable) when no descriptor is
    /// left.
    explicit Poller(std::function<void(std::span<const epoll_event>)> turn);
    ~Poller() override;

    /// \a events of epoll (level-triggered). False when the kernel refuses.
    bool watch(int descriptor, quint64 key, quint32 events);
    void change(int descriptor, quint64 key, quint32 events);

private:
    void collect();

    const int m_descriptor;
    std::function<void(std::span<const epoll_event>)> m_turn;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::array<epoll_event, 128> m_ready {};
};

} // namespace slipway::httpserver
