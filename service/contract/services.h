// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/liveness.h"
#include "service/contract/round.h"
#include "shared/ids.h"

#include <QJsonObject>
#include <QList>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>

namespace slipway {

class Backlog;
class ChecklistCache;
class Clock;
class HandoverTimes;
namespace catalogue {
class Catalogue;
}
namespace configuration {
struct BootSettings;
class HotConfig;
} // namespace configuration
namespace database {
struct Settings;
}
namespace forge {
class Forge;
}
namespace outbound {
class Dependency;
}

/// What handlers and steps may use. The application owns everything; this only points. Immutable after start.
struct Services {
    const configuration::BootSettings *boot = nullptr;
    configuration::HotConfig *config = nullptr;
    const database::Settings *database = nullptr;
    forge::Forge *forge = nullptr;
    ChecklistCache *checklists = nullptr;
    Backlog *backlog = nullptr;
    HandoverTimes *handovers = nullptr;
    outbound::Dependency *approvalSystem = nullptr; ///< The guards of all calls to it.
    const Clock *clock = nullptr;
    InstanceId instance;
    std::chrono::steady_clock::time_point startedAt;

    /// The catalogue in force; a reload replaces the pointer, never the object. Null: none was ever valid.
    std::function<std::shared_ptr<const catalogue::Catalogue>()> targets;
    /// Tells this instance's engine that work is due now. Thread-safe, never blocks; a courtesy, the engine polls anyway.
    std::function<void()> wakeEngine;
    /// Runs a round now, without linger, for whoever asks (stages never include each other, so the application lends this one out).
    std::function<RoundAnswer(const PartitionKey &, const QString &actor)> runRound;
    /// Every loop of this instance with the age of its last good tick. No I/O.
    std::function<QList<LoopTick>()> loopTicks;
    /// Whether the database does its part. No I/O.
    std::function<DatabaseHealth()> databaseHealth;
    /// State of the forge's breaker and tokens as JSON for the overview. No I/O.
    std::function<QJsonObject()> forgeHealth;
    /// Whether the service is draining: new work is answered 503 and nothing stored.
    std::function<bool()> draining;
};

} // namespace slipway
