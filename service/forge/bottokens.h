// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forgehealth.h"
#include "service/forge/forgesettings.h"
#include "shared/clock.h"

#include <array>
#include <functional>
#include <mutex>

namespace slipway::forge {

/// The bots' tokens and what the forge last said of them. A refused one is not tried again for a while, by nobody:
/// hammering with a dead token locks accounts. Thread-safe. Never shows a token in any text.
class BotTokens {
public:
    BotTokens(const ForgeSettings &settings, const Clock &clock);

    QByteArray valueOf(Bot bot) const;
    /// How long the bot's token is to be left alone; nothing when it may be used. A refused one that was rotated meanwhile is taken up.
    std::optional<std::chrono::milliseconds> waitOf(Bot bot);
    void refused(Bot bot, const QString &words);
    /// The forge took it.
    void accepted(Bot bot);
    QList<ForgeHealth::RefusedToken> refusedTokens() const;
    /// The forge says when it ends; nothing: never.
    void endsAt(Bot bot, std::optional<Instant> end);
    QList<ForgeHealth::TokenEnd> ends() const;

private:
    struct Standing {
        bool refused = false;
        Instant since;
        std::chrono::steady_clock::time_point nextTry;
        QString words;
    };
    bool takeRotated(Bot bot);
    static size_t indexOf(Bot bot) { return size_t(bot); }

    const Clock &m_clock;
    const std::function<QString(Bot)> m_kept;
    mutable std::mutex m_lock;
    std::array<QByteArray, 3> m_values;
    std::array<Standing, 3> m_standings;
    std::array<std::optional<Instant>, 3> m_ends;
};

} // namespace slipway::forge
