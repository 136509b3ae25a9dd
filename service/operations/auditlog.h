// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"
#include "shared/ids.h"

#include <QJsonObject>

namespace slipway::operations {

/// What somebody did, or tried to do.
struct AuditEvent {
    QString eventId; ///< Unique; a repeat is dropped. The outcome of a long action is a second event.
    QString actor; ///< The identity the server knows.
    QString action;
    QString subjectKind; ///< "partition", "batch", "operation", …
    QString subjectRef;
    QString outcome;
    QString reason;
    QJsonObject parameters; ///< As sent; stored masked and cut.
    QString traceId;
};

/// The append-only record of what people did. Rows are written in the transaction of what they tell of, unsealed, so
/// that writers do not queue for the end of the chain; sealAudit() chains them afterwards. Thread-safe: it holds
/// nothing but the instance's name.
class AuditLog {
public:
    explicit AuditLog(InstanceId instance);

    /// False: this event is recorded already; what stands there is not overwritten. Throws DatabaseError.
    bool append(database::Transaction &transaction, const AuditEvent &event) const;

private:
    InstanceId m_instance;
};

/// Chains the rows that are not sealed yet, oldest first, and returns how many were. Several instances may do it at
/// once: they form a line at the chain's end. Throws DatabaseError.
int sealAudit(database::Connection &connection);

/// Parameters fit to be kept: values under names that smell of secrets are masked, long texts cut, everything bounded.
/// Pure.
QJsonObject maskedParameters(const QJsonObject &parameters);

} // namespace slipway::operations
