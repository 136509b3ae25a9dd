// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/bottokens.h"

namespace slipway::forge {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {
constexpr milliseconds retryRefused { 30000 };
}

QString nameOf(Bot bot)
{
    switch (bot) {
    case Bot::ReviewerOne: return u"reviewer one"_s;
    case Bot::ReviewerTwo: return u"reviewer two"_s;
    case Bot::Author: break;
    }
    return u"author"_s;
}

BotTokens::BotTokens(const ForgeSettings &settings, const Clock &clock)
    : m_clock(clock)
    , m_kept(settings.tokenKept)
    , m_values { settings.authorToken.toUtf8(), settings.reviewerOneToken.toUtf8(), settings.reviewerTwoToken.toUtf8() }
{
}

QByteArray BotTokens::valueOf(Bot bot) const
{
    const std::lock_guard guard(m_lock);
    return m_values[indexOf(bot)];
}

bool BotTokens::takeRotated(Bot bot)
{
    const QByteArray kept = m_kept ? m_kept(bot).toUtf8() : QByteArray();
    if (kept.isEmpty() || kept == m_values[indexOf(bot)])
        return false;
    m_values[indexOf(bot)] = kept;
    m_standings[indexOf(bot)].nextTry = {};
    return true;
}

std::optional<milliseconds> BotTokens::waitOf(Bot bot)
{
    const auto now = m_clock.steady();
    const std::lock_guard guard(m_lock);
    const Standing &standing = m_standings[indexOf(bot)];
    // It stays refused until the forge has taken the new one; trying it is worth it at once.
    if (!standing.refused || standing.nextTry <= now || takeRotated(bot))
        return std::nullopt;
    return std::chrono::ceil<milliseconds>(standing.nextTry - now);
}

void BotTokens::refused(Bot bot, const QString &words)
{
    const std::lock_guard guard(m_lock);
    Standing &standing = m_standings[indexOf(bot)];
    if (!standing.refused)
        standing.since = m_clock.now();
    standing.refused = true;
    standing.nextTry = m_clock.steady() + retryRefused;
    standing.words = words;
}

void BotTokens::accepted(Bot bot)
{
    const std::lock_guard guard(m_lock);
    m_standings[indexOf(bot)] = {};
}

QList<ForgeHealth::RefusedToken> BotTokens::refusedTokens() const
{
    const auto steady = m_clock.steady();
    const std::lock_guard guard(m_lock);
    QList<ForgeHealth::RefusedToken> list;
    for (const Bot bot : { Bot::Author, Bot::ReviewerOne, Bot::ReviewerTwo }) {
        const Standing &standing = m_standings[indexOf(bot)];
        if (!standing.refused)
            continue;
        const auto left = std::max(standing.nextTry - steady, std::chrono::steady_clock::duration::zero());
        list << ForgeHealth::RefusedToken { bot, standing.since, m_clock.now() + std::chrono::ceil<milliseconds>(left),
                                            standing.words };
    }
    return list;
}

void BotTokens::endsAt(Bot bot, std::optional<Instant> end)
{
    const std::lock_guard guard(m_lock);
    m_ends[indexOf(bot)] = end;
}

QList<ForgeHealth::TokenEnd> BotTokens::ends() const
{
    const std::lock_guard guard(m_lock);
    QList<ForgeHealth::TokenEnd> list;
    for (const Bot bot : { Bot::Author, Bot::ReviewerOne, Bot::ReviewerTwo }) {
        if (m_ends[indexOf(bot)])
            list << ForgeHealth::TokenEnd { bot, *m_ends[indexOf(bot)] };
    }
    return list;
}

} // namespace slipway::forge
