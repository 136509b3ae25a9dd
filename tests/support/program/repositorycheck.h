// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/changelist.h"

#include <QStringList>
#include <QUrl>

namespace slipway::support {

/// Clones the repository with the real git over HTTP and holds it against what must have come out. It shares no code
/// with the service: a mistake in how files are named or written must not hide here too.
class RepositoryCheck {
public:
    /// A clone that stands there already.
    static RepositoryCheck at(const QString &folder) { return RepositoryCheck(folder); }
    /// Throws std::runtime_error when git fails. \a folder must be absent.
    static RepositoryCheck clone(const QUrl &repository, const QString &folder);

    /// Sentences, one per difference between the files below \a prefix and the bindings in force; empty when they
    /// agree: each binding has exactly one file, which names its subject, target and role, and nothing else stands
    /// there.
    QStringList differences(const QString &prefix, const QMap<Change::Pair, QString> &inForce) const;
    qsizetype fileCount(const QString &prefix) const;

    /// The message of the last merge.
    QString lastMergeMessage() const;

private:
    explicit RepositoryCheck(QString folder)
        : m_folder(std::move(folder))
    {
    }
    QStringList filesBelow(const QString &prefix) const;

    QString m_folder;
};

} // namespace slipway::support
