// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <QJsonArray>
#include <QJsonObject>

#include <chrono>
#include <optional>

namespace slipway::protocol {

/// One process of the service, as all of them know it from its heartbeats.
struct InstanceView {
    InstanceId id;
    QString host;
    qint64 pid = 0;
    QString version;
    /// RUNNING; DRAINING: is being stopped; STUCK: says itself that one of its loops is dead; SILENT: no heartbeat for too long, so it
    /// died, hangs, or is cut off from the database. What it had leased is taken over when the leases run out.
    QString state;
    Instant startedAt;
    Instant lastBeatAt;
    std::chrono::milliseconds heartbeatAge { 0 };
    bool isDraining = false;
    QJsonArray loops; ///< At its last beat: [{name, ageMs, limitMs, alive}].

    QJsonObject toJson() const;
    static std::optional<InstanceView> fromJson(const QJsonObject &object);
    friend bool operator==(const InstanceView &, const InstanceView &) = default;
};

} // namespace slipway::protocol
