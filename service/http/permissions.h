// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/account.h"
#include "service/http/routes.h"

#include <QByteArray>
#include <QSet>

#include <memory>
#include <mutex>

namespace slipway::http {

/// Who may do what, from the roles file: a TOML table of permission = [accounts]. It fails closed: a file that is
/// missing, broken or half understood gives nobody anything. Thread-safe, no I/O.
class Permissions {
public:
    /// Takes the file's content, or nothing when it is not there. Returns what an administrator should mend.
    QStringList replace(const std::optional<QByteArray> &content, const AccountRules &rules);

    bool holds(const QString &account, Permission permission) const;
    /// Any of those that are set; none set is no permission.
    bool holdsAny(const QString &account, const std::array<std::optional<Permission>, 2> &anyOf) const;

private:
    using Table = std::array<QSet<QString>, permissionNames.size()>;
    void publish(Table table);

    mutable std::mutex m_lock;
    std::shared_ptr<const Table> m_table = std::make_shared<Table>(); ///< Under m_lock.
};

} // namespace slipway::http
