// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forgehealth.h"
#include "service/forge/forgesettings.h"
#include "shared/clock.h"

#include <array>
#include <mutex>

namespace slipway::forge {

/// The bots' tokens and what the forge last said of them. A refused one is not tried again for a while, by nobody:
/// hammering with a dead token locks accounts. Thread-safe. Never shows a token in any text.
class BotTokens {
public:
    BotTokens(const ForgeSettings &settings, const Clock &clock);

    QByteArray valueOf(Bot bot) const;
    /// How long the bot's token is to be left alone; nothing when it may be used.
    std::optional<std::chrono::milliseconds> waitOf(Bot bot) const;
    void refused(Bot bot, const QString &words);
    /// The forge took it.
    void accepted(Bot bot);
    QList<ForgeHealth::RefusedToken> refusedTokens() const;

private:
    struct Standing {
        bool refused = false;
        Instant since;
        std::chrono::steady_clock::time_point nextTry;
        QString words;
    };
    static size_t indexOf(Bot bot) { return size_t(bot); }

    const Clock &m_clock;
    const std::array<QByteArray, 3> m_values;
    mutable std::mutex m_lock;
    std::array<Standing, 3> m_standings;
};

} // namespace slipway::forge
