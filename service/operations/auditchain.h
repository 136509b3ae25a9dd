// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/operations/auditanchors.h"

#include <QStringList>

#include <optional>

namespace slipway::operations {

/// What a walk along the sealed rows of the audit came to.
struct ChainReport {
    qint64 rows = 0;
    qint64 unsealed = 0; ///< Written, not chained yet: nothing protects these.
    std::optional<AuditAnchor> end;
    QStringList problems; ///< One sentence each; at most a hundred, then the last says that there are more.

    bool isSound() const { return problems.isEmpty(); }
};

/// Walks the whole chain: a changed row, a missing one, one that names another predecessor; and holds it against \a anchors, ends of the
/// chain as they were seen before: rows cut off at the end, or a chain made anew from some point on. What was never sealed or lies behind
/// the last anchor cannot be told from what never was. Reads in pages. Throws DatabaseError.
ChainReport verifyChain(database::Connection &connection, const QList<AuditAnchor> &anchors);

/// Where the chain ends now; nothing before the first row is sealed. Throws DatabaseError.
std::optional<AuditAnchor> endOfChain(database::Connection &connection);

} // namespace slipway::operations
