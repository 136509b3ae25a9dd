// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/account.h"
#include "service/http/permissionservice.h"

#include <QByteArray>
#include <QSet>

#include <memory>
#include <mutex>

namespace slipway::http {

/// Who may do what: from the roles file (a TOML table of permission = [accounts]) or from the permission service. It fails closed: a
/// file that is missing, broken or half understood gives nobody anything, and neither does a service that does not answer. Nobody, and
/// an employee number without an account, holds nothing. Thread-safe.
class Permissions {
public:
    /// How old an answer may be.
    enum class Age : quint8 { Fresh, FewSeconds };

    /// From a roles file, given by replace().
    Permissions() = default;
    /// From \a service, each call bounded by \a deadline.
    Permissions(std::unique_ptr<PermissionService> service, std::function<std::chrono::milliseconds()> deadline);

    /// Takes the file's content, or nothing when it is not there. Returns what an administrator should mend.
    QStringList replace(const std::optional<QByteArray> &content, const AccountRules &rules);

    /// What can be said without waiting; nothing: ask(). No I/O.
    std::optional<Held> look(const QString &account, Age age) const;
    /// May wait for the permission service.
    Held ask(const QString &account);

    bool holds(const QString &account, Permission permission) const;

private:
    using Table = std::array<QSet<QString>, permissionNames.size()>;
    void publish(Table table);
    Held fromTable(const QString &account) const;

    std::unique_ptr<PermissionService> m_service;
    std::function<std::chrono::milliseconds()> m_deadline;
    mutable std::mutex m_lock;
    std::shared_ptr<const Table> m_table = std::make_shared<Table>(); ///< Under m_lock.
};

} // namespace slipway::http
