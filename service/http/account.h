// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>

namespace slipway::http {

/// Everything that decides which account a name means. One rule for limiter, handlers, audit and roles, so that nobody
/// is two people.
struct AccountRules {
    QStringList domains; ///< Mail domains whose local part is the account.
    QHash<QString, QString> staff; ///< Employee number to account.

    /// The canonical account of \a name as some source spells it (an address, an account, an employee number), or
    /// nothing when it cannot be one account for sure. Width, case and Unicode form do not count; an unmapped number is
    /// "staff:<number>", which is never an account somebody could also sign in as.
    std::optional<QString> canonical(const QString &name) const;
};

} // namespace slipway::http
