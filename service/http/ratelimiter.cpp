// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/ratelimiter.h"

#include <QHashFunctions>
#include <QRandomGenerator>

#include <algorithm>

namespace slipway::http {
namespace {

/// Of those that have left the window, so many are kept before the rest moves up: each move is paid for by as many requests.
constexpr quint32 keptGone = 8;

RateLimiter::Decision judged(size_t used, int limit, std::chrono::nanoseconds untilFree)
{
    RateLimiter::Decision decision;
    decision.allowed = used < size_t(limit);
    decision.remaining = int(size_t(limit) - std::min(used, size_t(limit)));
    decision.reset = std::max(std::chrono::seconds(1), std::chrono::ceil<std::chrono::seconds>(untilFree));
    return decision;
}

} // namespace

RateLimiter::RateLimiter(size_t mostKeys)
    : m_mostKeysPerShard(std::max<size_t>(1, mostKeys / shardCount))
    , m_seed(size_t(QRandomGenerator::system()->generate64()))
{
}

RateLimiter::Key RateLimiter::keyOf(const QString &text) const { return { qHash(text, ~m_seed), qHash(text, m_seed) }; }

void RateLimiter::unlink(Shard &shard, Bucket &bucket)
{
    if (bucket.older)
        shard.buckets.find(*bucket.older)->second.newer = bucket.newer;
    else
        shard.oldest = bucket.newer;
    if (bucket.newer)
        shard.buckets.find(*bucket.newer)->second.older = bucket.older;
    else
        shard.newest = bucket.older;
    bucket.older = bucket.newer = nullptr;
}

void RateLimiter::append(Shard &shard, const Key *key, Bucket &bucket)
{
    bucket.older = shard.newest;
    if (shard.newest)
        shard.buckets.find(*shard.newest)->second.newer = key;
    else
        shard.oldest = key;
    shard.newest = key;
}

void RateLimiter::removeOldest(Shard &shard)
{
    const auto oldest = shard.buckets.find(*shard.oldest);
    unlink(shard, oldest->second);
    shard.buckets.erase(oldest);
}

void RateLimiter::makeRoom(Shard &shard, std::chrono::seconds window, Time now)
{
    while (shard.buckets.size() >= m_mostKeysPerShard)
        removeOldest(shard);
    // Who was used last the longest ago is empty first; two a time, so that it shrinks faster than it grows.
    for (int i = 0; i < 2 && shard.oldest; ++i) {
        const Bucket &oldest = shard.buckets.find(*shard.oldest)->second;
        if (!oldest.taken.empty() && now - oldest.taken.back() < window)
            break;
        removeOldest(shard);
    }
}

void RateLimiter::letGo(Bucket &bucket, size_t most, std::chrono::seconds window, Time now)
{
    while (bucket.used() > 0 && now - bucket.taken[bucket.gone] >= window)
        ++bucket.gone;
    // After the limit was lowered there may be more than it; the newest decide when there is room again.
    while (bucket.used() > most)
        ++bucket.gone;
    if (bucket.gone > keptGone && qsizetype(bucket.gone) * 2 >= bucket.taken.size()) {
        bucket.taken.erase(bucket.taken.begin(), bucket.taken.begin() + bucket.gone);
        bucket.gone = 0;
    }
}

RateLimiter::Decision RateLimiter::acquire(const QString &text, int limit, std::chrono::seconds window, Time now)
{
    const Key key = keyOf(text);
    Shard &shard = m_shards[key.high % shardCount];
    const std::lock_guard guard(shard.lock);
    auto found = shard.buckets.find(key);
    if (found == shard.buckets.end()) {
        makeRoom(shard, window, now);
        found = shard.buckets.emplace(key, Bucket()).first;
        append(shard, &found->first, found->second);
    } else if (shard.newest != &found->first) {
        unlink(shard, found->second);
        append(shard, &found->first, found->second);
    }
    Bucket &bucket = found->second;
    letGo(bucket, size_t(limit), window, now);
    const bool allowed = bucket.used() < size_t(limit);
    if (allowed)
        bucket.taken.push_back(now);
    Decision decision = judged(bucket.used(), limit, bucket.taken[bucket.gone] + window - now);
    decision.allowed = allowed;
    return decision;
}

RateLimiter::Decision RateLimiter::look(const QString &text, int limit, std::chrono::seconds window, Time now) const
{
    const Key key = keyOf(text);
    const Shard &shard = m_shards[key.high % shardCount];
    const std::lock_guard guard(shard.lock);
    const auto found = shard.buckets.find(key);
    if (found == shard.buckets.end())
        return judged(0, limit, window);
    const auto &taken = found->second.taken;
    const auto first =
        std::find_if(taken.begin() + found->second.gone, taken.end(), [&](Time at) { return now - at < window; });
    return judged(size_t(taken.end() - first), limit, first == taken.end() ? window : *first + window - now);
}

size_t RateLimiter::keys() const
{
    size_t count = 0;
    for (const Shard &shard : m_shards) {
        const std::lock_guard guard(shard.lock);
        count += shard.buckets.size();
    }
    return count;
}

} // namespace slipway::http
