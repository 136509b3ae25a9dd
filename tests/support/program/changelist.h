// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QPair>
#include <QString>

namespace slipway::support {

/// One line of the demo's input.
struct Change {
    bool binds = true;
    QString subject;
    QString target;
    QString role; ///< Meaningless for an unbind.

    using Pair = QPair<QString, QString>;
    Pair pair() const { return { subject, target }; }
};

/// What the demo sends, in order, and what must come out of it.
class ChangeList {
public:
    /// The first \a limit lines of a file of {"kind","subject","target","role"}, one JSON object a line.
    /// Throws std::runtime_error that names file, line and reason.
    static ChangeList read(const QString &file, qsizetype limit);
    explicit ChangeList(QList<Change> changes)
        : m_changes(std::move(changes))
    {
    }

    const QList<Change> &changes() const { return m_changes; }
    qsizetype size() const { return m_changes.size(); }

    /// Pairs in force after all changes, and the role each has.
    QMap<Change::Pair, QString> folded() const;
    /// How many changes are not the first of their pair.
    qsizetype repeats() const;
    /// Most changes of one pair, which must go one after the other.
    qsizetype longestChain() const;
    QStringList targets() const;

private:
    QList<Change> m_changes;
};

} // namespace slipway::support
