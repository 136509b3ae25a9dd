// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QList>
#include <QString>

namespace slipway::operations {

/// Where the chain of the audit ended at some moment.
struct AuditAnchor {
    qint64 seq = 0;
    QString hash;
    friend bool operator==(const AuditAnchor &, const AuditAnchor &) = default;
};

/// Ends of the chain, kept outside the database: a chain that was cut off at its end is still a chain, and only somebody who saw more of
/// it can tell. One line each in the data directory, synced; two files of bounded length, the older one replaced. One thread.
class AuditAnchors {
public:
    explicit AuditAnchors(const QString &dataDirectory);

    /// Kept when it is further than the last one. False when the disk refuses.
    bool note(const AuditAnchor &end);
    /// All that are kept, oldest first. A line that was cut by a crash is passed over.
    QList<AuditAnchor> all() const;

private:
    QString m_path;
    qint64 m_last = 0;
};

} // namespace slipway::operations
