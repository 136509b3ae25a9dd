// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

#include <QList>

namespace slipway::forge {

/// How the forge looks from here, for diagnosis and for pausing work that could only fail. A copy, as of now.
struct ForgeHealth {
    enum class State : quint8 {
        Reachable,
        Away, ///< It failed repeatedly and is left alone until `nextTry`.
        Trying, ///< One call is finding out whether it is back.
    };
    struct RefusedToken {
        Bot bot = Bot::Author;
        Instant since;
        Instant nextTry; ///< Nobody calls as this bot before.
        QString words; ///< The forge's.
    };

    struct TokenEnd {
        Bot bot = Bot::Author;
        Instant at; ///< The forge takes it until then.
    };

    State state = State::Reachable;
    Instant since; ///< Of the state.
    std::optional<Instant> nextTry; ///< Of an absent forge.
    std::optional<Instant> pausedUntil; ///< The forge asked to be left alone (429).
    QString problem; ///< The last failure, for maintainers only; empty after a success.
    QList<RefusedToken> refusedTokens;
    QList<TokenEnd> tokenEnds; ///< Of those that end and were asked about.

    bool isTokenRefused() const { return !refusedTokens.isEmpty(); }
    bool isTokenRefused(Bot bot) const
    {
        return std::any_of(refusedTokens.begin(), refusedTokens.end(), [bot](const RefusedToken &t) { return t.bot == bot; });
    }
};

/// "author", "reviewer one", "reviewer two": for logs and ledger.
QString nameOf(Bot bot);

} // namespace slipway::forge
