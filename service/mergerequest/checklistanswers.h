// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace slipway::mergerequest {

/// What people have recorded as the answers to a checklist's items. An answer belongs to an item's id *and* title: an item that was
/// reworded asks something else, and is never ticked blindly.
class ChecklistAnswers {
public:
    /// From `approve.checklist.answers`: "item:titleHash=answer". A line of another shape answers nothing.
    explicit ChecklistAnswers(const QStringList &lines);

    /// The first twelve hex digits of the title's SHA-256.
    static QString titleHash(const QString &title);

    struct Filled {
        QJsonObject checklist; ///< {version, items: [{id, value}]}, to be sent along.
        QString unanswered; ///< The first item that nobody has answered, for people; empty: all are.
    };
    /// Pure. \a list is what the project asks: {version, items: [{id, title, kind, required}]}. Optional items without an answer are
    /// left out.
    Filled fill(const QJsonObject &list) const;

private:
    QHash<QString, QString> m_answers;
};

} // namespace slipway::mergerequest
