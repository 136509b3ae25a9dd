// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

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

template <>
struct Stored<AccessToken> {
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "value", &AccessToken::value },
        Kept { "scopes", &AccessToken::scopes },
        Kept { "expires_at", &AccessToken::expiresAt },
        Kept { "revoked", &AccessToken::revoked },
        // clang-format on
    };
};

template <>
struct Stored<User> {
    static constexpr auto table = "users";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &User::id },
        Kept { "username", &User::username },
        Kept { "name", &User::name },
        Kept { "email", &User::email },
        Kept { "bot", &User::bot },
        Kept { "admin", &User::admin },
        Kept { "created_at", &User::createdAt },
        Kept { "tokens", &User::tokens },
        // clang-format on
    };
};

using UserPtr = std::shared_ptr<User>;

/// Who does something, and within which request: every change names it.
struct Actor {
    UserPtr user; ///< Nobody for what the twin does by itself.
    qint64 request = 0; ///< Journal id; 0 outside a request.
};

} // namespace slipway::twin
