// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/auditlog.h"
#include "shared/clock.h"

#include <QHash>

#include <mutex>

namespace slipway::operations {

/// The audit's word for an attempt that a missing permission, or another site's page, made fail.
inline const QString deniedAttempt = QStringLiteral("DENIED");

/// Records who was turned away from what needs a permission. Of one account at one route once a minute, so that whoever keeps trying
/// fills the log of the operators no faster than that. Thread-safe.
class Denials {
public:
    /// \a clock outlives it.
    Denials(InstanceId instance, const Clock &clock);

    /// \a route is method and pattern, \a place where they were turned away. Throws DatabaseError.
    void record(database::Connection &connection, const QString &account, const QString &route, const QString &place,
                const QString &traceId);

private:
    bool isNew(const QString &account, const QString &route);

    const AuditLog m_audit;
    const Clock &m_clock;
    std::mutex m_lock;
    QHash<QPair<QString, QString>, std::chrono::steady_clock::time_point> m_last; ///< Under m_lock.
};

} // namespace slipway::operations
