// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace slipway::twin {

/// The list of points an approver has to confirm, as a project's `checklist` setting describes it, for one head of a
/// merge request. Pure: it judges what was submitted and changes nothing.
class Checklist {
public:
    /// \a setting: the value of the project's setting, which check() has accepted.
    Checklist(const QJsonObject &setting, const QString &head);

    /// Refuses a malformed setting (Refusal 400).
    static void check(const QJsonObject &setting);

    bool isEnabled() const { return m_enabled; }
    /// Whether approvals given already are looked at before the list.
    bool duplicatesFirst() const { return m_duplicatesFirst; }
    /// Whether the list can be read by GET.
    bool isReadable() const { return m_readable; }
    /// Changes with the items and, where the list is bound to the head, with each push.
    QString version() const;
    QJsonObject toJson() const;
    /// The body of the 422 that \a submitted deserves; nothing when it is complete. An undefined value was not sent.
    std::optional<QJsonObject> objection(const QJsonValue &submitted) const;

private:
    QJsonObject refusal(const QString &code, const QJsonArray &errors) const;
    static bool isWellFormed(const QJsonObject &submitted);
    QJsonArray faultsOf(const QJsonObject &values) const;

    QString m_head;
    QJsonArray m_items;
    bool m_enabled = false;
    bool m_bound = true;
    bool m_duplicatesFirst = false;
    bool m_readable = true;
};

} // namespace slipway::twin
