// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

#include <array>
#include <chrono>
#include <deque>
#include <list>
#include <mutex>
#include <unordered_map>

namespace slipway::http {

/// A sliding window log per key: exact at its edge, unlike counters per fixed window, which let twice the limit through
/// around the turn. Memory is bounded: timestamps by the limit, keys by a cap (the longest untouched goes first, and is
/// then simply new again, so that a flood of keys blocks nobody else). Thread-safe; each key is decided under one lock
/// of its shard.
///
/// It counts for this instance only.
class RateLimiter {
public:
    using Time = std::chrono::steady_clock::time_point;

    struct Decision {
        bool allowed = true;
        int remaining = 0;
        std::chrono::seconds reset { 1 }; ///< Until the next place is free, at least 1.
    };

    explicit RateLimiter(size_t mostKeys = 100'000);

    /// \a limit at least 1. Takes a place when there is one.
    Decision acquire(const QString &key, int limit, std::chrono::seconds window, Time now);
    size_t keys() const;

private:
    struct Bucket {
        std::deque<Time> taken;
        std::list<QString>::iterator place;
    };
    struct Shard {
        mutable std::mutex lock;
        std::unordered_map<QString, Bucket> buckets;
        std::list<QString> order; ///< Longest untouched first.
    };
    static constexpr size_t shardCount = 16;

    void makeRoom(Shard &shard);

    const size_t m_mostKeysPerShard;
    std::array<Shard, shardCount> m_shards;
};

} // namespace slipway::http
