// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/target.h"

#include <QHash>

#include <memory>
#include <variant>

namespace slipway::catalogue {

/// What is wrong with a catalogue, in words for the person who wrote it.
struct Problem {
    QString source; ///< The file.
    int line = 0; ///< Known for broken JSON only.
    QString entry; ///< "targets[3] 'db-read'", "partitions[0]"; empty for the file as a whole.
    QString reason;
    /// "file: entry: reason"
    QString toString() const;
};

/// All partitions and targets that may be asked for. Immutable: a changed file makes a new one. Parsing refuses the
/// whole file when any entry is wrong, because half a catalogue would withdraw the other half.
class Catalogue {
public:
    using Parsed = std::variant<std::shared_ptr<const Catalogue>, QList<Problem>>;
    /// \a sourceName is only for the problems' texts.
    static Parsed parse(const QByteArray &bytes, const QString &sourceName);

    const QList<Partition> &partitions() const { return m_partitions; }
    const QList<Target> &targets() const { return m_targets; }
    /// Null when there is none.
    const Target *find(const TargetKey &key) const;
    const Partition *partition(const PartitionKey &key) const;

    /// Where the binding's file lies in its partition's repository. \a target must be one of this catalogue's.
    QString pathFor(const Target &target, const SubjectId &subject) const;

private:
    friend class CatalogueReader;
    QList<Partition> m_partitions;
    QList<Target> m_targets;
    QHash<TargetKey, qsizetype> m_targetAt;
    QHash<PartitionKey, qsizetype> m_partitionAt;
};

/// Where a target that holds bindings lives at present.
struct Placement {
    TargetKey target;
    PartitionKey partition;
};
/// What a new catalogue must not do to targets that are bound: lose them or move them to another partition, whose
/// repository knows nothing of their files. Empty when all is well.
QList<Problem> placementProblems(const Catalogue &catalogue, const QString &sourceName, const QList<Placement> &bound);

} // namespace slipway::catalogue
