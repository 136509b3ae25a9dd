// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/watchedfile.h"
#include "service/http/pipeline.h"
#include "service/httpserver/server.h"

#include <QThread>

namespace slipway::http {

/// The front of the house as one object: server in its own event loop, workers, long poll, and the pipeline between
/// them. Belongs to the main thread, which must run an event loop (roles and employee directory are re-read there).
class Frontend : public QObject {
    Q_OBJECT
public:
    /// What the front door needs of the rest beside the services.
    struct Surroundings {
        std::function<int()> liveInstances; ///< As last known; empty: only us.
        std::function<void(const Denial &)> denied; ///< Records an attempt; may wait for the database.
        std::function<void(const UnreadableCallback &)> unreadable; ///< The same for what nobody could read.
    };

    /// \a services and \a routes must outlive it. \a lookup answers the long poll; by default it asks the database of
    /// \a services.
    Frontend(Services &services, std::span<const Route> routes, LongPoll::Lookup lookup = {}, httpserver::Limits limits = {},
             Surroundings surroundings = {});
    ~Frontend() override;

    /// At the boot file's http.listen. Returns the port; throws Error(Unavailable) with the reason in its detail.
    quint16 listen();

    /// Answers those who wait for a change, then everything in flight, and takes no new connection; drained() follows.
    /// The caller makes services.draining() say so first.
    void drain();

    /// Counters of the front door in Prometheus' format. Thread-safe.
    QByteArray metricsText() const { return m_metrics.text(); }
    /// What an administrator should mend in roles and directory.
    QStringList warnings() const;

Q_SIGNALS:
    void drained();

private:
    std::shared_ptr<const httpserver::Router> router(std::span<const Route> routes) const;
    FleetLimiter::Surroundings limiterSurroundings(const Surroundings &surroundings);
    void report();
    void watchRoles();
    void watchStaff();

    Services &m_services;
    IdentityResolver m_identities;
    Permissions m_permissions;
    HttpMetrics m_metrics;
    RefusalLog m_refusals;
    FleetLimiter m_limiter;
    httpserver::WorkerPool m_workers;
    httpserver::WorkerPool m_door;
    LongPoll m_waiting;
    ChangeFeed m_feed;
    Pipeline m_pipeline;
    QStringList m_roleWarnings;
    QStringList m_staffWarnings;
    std::optional<QByteArray> m_rolesContent; ///< Judged again when the directory changes, since it maps accounts.
    std::unique_ptr<configuration::WatchedFile> m_rolesFile;
    std::unique_ptr<configuration::WatchedFile> m_staffFile;
    QThread m_loop;
    httpserver::Server *m_server = nullptr; ///< Lives in m_loop.
};

} // namespace slipway::http
