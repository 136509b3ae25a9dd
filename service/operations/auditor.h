// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::operations {

/// Runs every invariant of sql/invariants/ against the living database. What breaks one becomes a finding, is seen again while it
/// lasts, and is resolved when it no longer shows. It repairs nothing. Running on several instances at once is harmless: a finding is
/// one row while it is open.
class Auditor {
public:
    Auditor(const Services &services, database::Connection &connection);

    /// One pass. Returns how many rules' violations are open. Throws DatabaseError; what was found before stays written.
    int audit();

private:
    int judge(const database::Statement &invariant);
    void record(const QString &code, const QString &subject, const QString &problem);
    void resolve(const QString &code, const QString &subject);

    const Services &m_services;
    database::Connection &m_connection;
};

/// "INVARIANT_I07" for the statement "invariants/i07_nothing_is_forgotten".
QString findingCode(const database::Statement &invariant);

} // namespace slipway::operations
