// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/liveness.h"
#include "service/database/connection.h"
#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/instance.h"

#include <QJsonArray>

#include <vector>

namespace slipway::operations {

/// This process's row in the list of instances: made at start, touched by a heartbeat, removed at a clean stop. A row
/// whose heartbeat is old is a process that died; nothing is decided by it but what people are shown and how limits are
/// shared.
///
/// Holds no connection: each call takes the caller's. Thread-safe for one caller at a time. Every call throws
/// DatabaseError.
class InstanceRegister {
public:
    explicit InstanceRegister(InstanceId instance);

    /// Adds the row and forgets those of long dead processes.
    void enlist(database::Connection &connection) const;
    /// Says that it lives, what its loops did last and whether it is draining. A row that somebody removed comes back.
    void beat(database::Connection &connection, const QList<LoopTick> &loops, bool isDraining) const;
    void leave(database::Connection &connection) const;
    /// What this instance takes its hot keys for; written when it changed, and now and then because the row may have been made anew.
    void publishConfig(database::Connection &connection, const QJsonObject &config);

private:
    void insert(database::Connection &connection) const;

    InstanceId m_instance;
    QByteArray m_published;
    int m_sincePublished = 0; ///< Beats.
};

/// How often an instance says that it lives, and how long it may say nothing: three beats lost and one on its way.
inline constexpr std::chrono::seconds heartbeatInterval { 5 };
inline constexpr std::chrono::seconds silentAfter { 20 };

/// How many processes say that they live and take work.
int liveInstances(database::Connection &connection);

/// One running (or dead) process, as the others see it.
struct InstanceRow {
    protocol::InstanceView view;

    static InstanceRow read(const database::Row &row);
};
/// The word for what its heartbeats say.
QString stateOf(std::chrono::milliseconds heartbeatAge, bool isDraining, const QJsonArray &loops);

/// Newest first, at most \a limit; \a after says where the page before ended: {startedAt as SQL has it, instance}.
std::vector<InstanceRow> instancesPage(database::Connection &connection, const std::optional<QStringList> &after, int limit);

/// Loops as JSON: [{name, ageMs, limitMs, alive}].
QJsonArray toJson(const QList<LoopTick> &loops);

} // namespace slipway::operations
