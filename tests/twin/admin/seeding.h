// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/asynclock.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"

#include <QJsonObject>

namespace slipway::twin {

struct Twin;

/// Sets the stage from one JSON document (README.md): users with tokens, projects with files, members, protection and
/// policy, and the policies of the other systems. Repeating it changes what exists instead of making it twice.
class Seeding {
public:
    explicit Seeding(Twin &twin);

    /// Refuses with 400 naming the field; what stood before it in the document has been done by then.
    Task<QJsonObject> apply(QJsonObject document);
    /// "group/project", up to five groups deep.
    static bool isProjectPath(const QString &path);

private:
    static void requireKnown(const QJsonObject &document);
    void seedUser(const QJsonObject &json);
    void seedSystems(const QJsonObject &document);
    Task<void> seedProject(QJsonObject json);
    Task<void> createRepository(ProjectPtr project, QJsonObject json);
    void seedMembers(const ProjectPtr &project, const QJsonObject &json) const;
    void seedProtection(const ProjectPtr &project, const QJsonObject &json);
    QJsonObject summary() const;

    Twin &m_twin;
    AsyncLock m_seeding; ///< Two seeds at once would make the same project twice.
};

} // namespace slipway::twin
