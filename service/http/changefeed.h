// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/responder.h"

#include <QString>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace slipway::http {

/// Server-sent events: the ids of what changed, and nothing of what it became, so that nobody is told what they may not read. One thread
/// and one question per tick for all who follow. Each event carries where the follower stands; who comes back with it (Last-Event-ID) is
/// told what it missed. An id may be told twice, and is told again after a break; none is left out. A follower that does not read is cut
/// off, and each is let go after some minutes, so that a permission taken away ends a stream too.
class ChangeFeed {
public:
    struct Position {
        qint64 operation = 0;
        qint64 batch = 0;
        QString toText() const;
        /// Nothing for what toText() never wrote.
        static std::optional<Position> fromText(QStringView text);
        friend bool operator==(const Position &, const Position &) = default;
        friend auto operator<=>(const Position &, const Position &) = default;
    };
    struct Row {
        qint64 id = 0;
        QString ref;
    };
    /// Rows behind a position, oldest first, of each kind at most rowsAtOnce.
    struct Changes {
        std::vector<Row> operations;
        std::vector<Row> batches;
    };
    static constexpr int rowsAtOnce = 500;

    /// Called in the feed's own thread; may throw: then those who follow wait on.
    struct Source {
        std::function<Position()> end;
        std::function<Changes(const Position &after)> after;
    };

    ChangeFeed(Source source, std::function<std::chrono::milliseconds()> tick, size_t mostFollowers = 100);
    /// Same as stop().
    ~ChangeFeed();

    /// From \a after, or from now on. False when too many follow already; then the stream is not touched. Thread-safe.
    [[nodiscard]] bool follow(const std::function<httpserver::Stream()> &open, std::optional<Position> after);
    size_t followers() const;
    /// Ends all streams and the thread. Not from its own thread.
    void stop();

private:
    using Time = std::chrono::steady_clock::time_point;
    struct Follower {
        httpserver::Stream stream;
        std::optional<Position> at; ///< Nothing until it was greeted.
        std::set<qint64> toldOperations; ///< Of the last ids before `at`: some are committed after higher ones.
        std::set<qint64> toldBatches;
        Time wrote;
        Time until;
    };
    void watch();
    void tell(std::vector<Follower> &followers);
    void greet(Follower &follower, const Position &end);
    void tellChanges(Follower &follower, const Changes &changes);
    void write(Follower &follower, const QByteArray &bytes);
    static QByteArray event(const Follower &follower, const char *name, const QByteArray &content);

    const Source m_source;
    const std::function<std::chrono::milliseconds()> m_tick;
    const size_t m_mostFollowers;
    mutable std::mutex m_lock;
    std::condition_variable m_changed;
    std::vector<Follower> m_arrived; ///< Under m_lock.
    size_t m_following = 0; ///< Under m_lock: arrived ones included.
    bool m_stopping = false; ///< Under m_lock.
    bool m_lastAskFailed = false; ///< Own thread only.
    std::thread m_thread;
};

} // namespace slipway::http
