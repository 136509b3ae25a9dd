// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/statemover.h"

namespace slipway {

/// Puts requests into a database as the stages would, for tests of what comes after.
class Requests {
public:
    explicit Requests(database::Connection &connection);

    /// A request that awaits approval.
    OperationId awaiting(const QString &subject, const QString &target = QStringLiteral("db/read"));
    /// An approved one, with its waiting row.
    OperationId queued(const QString &subject, const QString &target = QStringLiteral("db/read"));

    workflow::Moved move(const OperationId &operation, workflow::Event event);
    /// Step, binding status and version as stored.
    struct Standing {
        int step = 0;
        QString status;
        QString bindingStatus; ///< Empty: it owns no binding.
        qint64 version = 0;
        static Standing read(const database::Row &row);
    };
    Standing standing(const OperationId &operation);
    qint64 count(const database::Statement &statement, const database::Bindings &bindings = {});

private:
    database::Connection &m_connection;
    workflow::StateMover m_states;
    int m_number = 0;
};

} // namespace slipway
