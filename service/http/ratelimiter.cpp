// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/ratelimiter.h"

#include <QHash>

#include <algorithm>

namespace slipway::http {

RateLimiter::RateLimiter(size_t mostKeys)
    : m_mostKeysPerShard(std::max<size_t>(1, mostKeys / shardCount))
{
}

void RateLimiter::makeRoom(Shard &shard)
{
    while (shard.buckets.size() >= m_mostKeysPerShard) {
        shard.buckets.erase(shard.order.front());
        shard.order.pop_front();
    }
}

RateLimiter::Decision RateLimiter::acquire(const QString &key, int limit, std::chrono::seconds window, Time now)
{
    Shard &shard = m_shards[qHash(key) % shardCount];
    const std::lock_guard guard(shard.lock);
    auto found = shard.buckets.find(key);
    if (found == shard.buckets.end()) {
        makeRoom(shard);
        shard.order.push_back(key);
        found = shard.buckets.emplace(key, Bucket { {}, std::prev(shard.order.end()) }).first;
    } else {
        shard.order.splice(shard.order.end(), shard.order, found->second.place);
    }
    std::deque<Time> &taken = found->second.taken;
    while (!taken.empty() && now - taken.front() >= window)
        taken.pop_front();
    // After the limit was lowered there may be more than it; the newest decide when there is room again.
    while (taken.size() > size_t(limit))
        taken.pop_front();
    Decision decision;
    decision.allowed = taken.size() < size_t(limit);
    if (decision.allowed)
        taken.push_back(now);
    decision.remaining = int(size_t(limit) - taken.size());
    decision.reset = std::max(std::chrono::seconds(1), std::chrono::ceil<std::chrono::seconds>(taken.front() + window - now));
    return decision;
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
