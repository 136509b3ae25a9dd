// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>
#include <QVarLengthArray>

#include <array>
#include <chrono>
#include <mutex>
#include <unordered_map>

namespace slipway::http {

/// A sliding window log per key: exact at its edge, unlike counters per fixed window, which let twice the limit through
/// around the turn. Memory is bounded: timestamps by the limit, keys by a cap (the longest untouched goes first, and is
/// then simply new again, so that a flood of keys blocks nobody else), and a key whose window has passed goes by itself
/// when others come. Keys are kept as 128 bits of a keyed hash. Thread-safe; each key is decided under one lock of its
/// shard.
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
    /// What acquire() would say with \a limit, without taking anything.
    Decision look(const QString &key, int limit, std::chrono::seconds window, Time now) const;
    size_t keys() const;

private:
    struct Key {
        quint64 high;
        quint64 low;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct KeyHash {
        size_t operator()(const Key &key) const noexcept { return key.low; }
    };
    struct Bucket {
        QVarLengthArray<Time, 1> taken; ///< Oldest first; those before `gone` have left the window. Most keys have one.
        quint32 gone = 0;
        const Key *older = nullptr; ///< Neighbours in the order of last use.
        const Key *newer = nullptr;
        size_t used() const { return size_t(taken.size()) - gone; }
    };
    using Buckets = std::unordered_map<Key, Bucket, KeyHash>;
    struct Shard {
        mutable std::mutex lock;
        Buckets buckets;
        const Key *oldest = nullptr;
        const Key *newest = nullptr;
    };
    static constexpr size_t shardCount = 16;

    Key keyOf(const QString &text) const;
    static void unlink(Shard &shard, Bucket &bucket);
    static void append(Shard &shard, const Key *key, Bucket &bucket);
    static void removeOldest(Shard &shard);
    static void letGo(Bucket &bucket, size_t most, std::chrono::seconds window, Time now);
    void makeRoom(Shard &shard, std::chrono::seconds window, Time now);

    const size_t m_mostKeysPerShard;
    const size_t m_seed;
    std::array<Shard, shardCount> m_shards;
};

} // namespace slipway::http
