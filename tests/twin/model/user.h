// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace slipway::twin {

/// One of a user's secrets with what it may be used for.
struct AccessToken {
    QString value;
    QStringList scopes;
    std::optional<Instant> expiresAt;
    bool revoked = false;

    bool allows(const QString &scope) const { return scopes.contains(scope); }
};

struct User {
    qint64 id = 0;
    QString username;
    QString name;
    QString email;
    bool bot = false;
    bool admin = false;
    Instant createdAt {};
    QList<AccessToken> tokens;
};

using UserPtr = std::shared_ptr<User>;

/// Who does something, and within which request: every change names it.
struct Actor {
    UserPtr user; ///< Nobody for what the twin does by itself.
    qint64 request = 0; ///< Journal id; 0 outside a request.
};

} // namespace slipway::twin
