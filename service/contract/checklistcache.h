// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHash>
#include <QJsonObject>
#include <QString>

#include <mutex>
#include <optional>

namespace slipway {

/// The approval checklist of each project as it was last seen. It may be out of date at any time: whoever uses it repairs it from the
/// refusal. Thread-safe.
class ChecklistCache {
public:
    std::optional<QJsonObject> find(const QString &project) const
    {
        const std::lock_guard guard(m_lock);
        const auto found = m_lists.constFind(project);
        return found == m_lists.constEnd() ? std::nullopt : std::optional(*found);
    }
    void keep(const QString &project, const QJsonObject &checklist)
    {
        const std::lock_guard guard(m_lock);
        m_lists.insert(project, checklist);
    }

private:
    mutable std::mutex m_lock;
    QHash<QString, QJsonObject> m_lists;
};

} // namespace slipway
