// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <functional>
#include <optional>
#include <random>
#include <thread>

namespace slipway::database {

/// One local transaction. After any error but a duplicate key it is poisoned: the server has undone some or all of it, so every
/// further statement and commit() throw std::logic_error. Not nestable: opening a second one on the same connection throws.
/// Destroyed while open, it rolls back.
class Transaction {
public:
    /// \a name names the failpoints "commit.<name>.before" and ".after" and appears in logs.
    Transaction(Connection &connection, const char *name);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;

    template <class T>
    std::vector<T> select(const Statement &statement, const Bindings &bindings = {})
    {
        std::vector<T> rows;
        run(statement, bindings, [&](const Row &row) { rows.push_back(T::read(row)); });
        return rows;
    }
    template <class T>
    std::optional<T> selectOne(const Statement &statement, const Bindings &bindings = {})
    {
        auto rows = select<T>(statement, bindings);
        if (rows.empty())
            return std::nullopt;
        return std::move(rows.front());
    }
    int run(const Statement &statement, const Bindings &bindings, const std::function<void(const Row &)> &each);

    /// Runs a write and returns the rows its guard matched (found rows, not changed rows).
    int affect(const Statement &statement, const Bindings &bindings = {});
    /// Runs an INSERT and returns the new AUTO_INCREMENT id (0 if the table has none).
    qint64 insert(const Statement &statement, const Bindings &bindings = {});
    /// Nothing when \a key, and only that key, says the row exists; any other duplicate key throws.
    std::optional<qint64> tryInsert(const char *key, const Statement &statement, const Bindings &bindings = {});

    /// Ends it without effect. What follows in the body must not use it any more; inTransaction() then commits nothing.
    void rollback();
    bool isOpen() const;

private:
    template <class Body>
    friend auto inTransaction(Connection &, const char *, Body &&);
    template <class Body, class Settle>
    friend auto inTransaction(Connection &, const char *, Body &&, Settle &&);
    void commit();

    class Private;
    std::unique_ptr<Private> d;
};

/// How often a whole body is repeated when the server gave the transaction up.
inline constexpr int transactionAttempts = 6;
/// Sleeps a random moment that grows with \a attempt, so that rivals do not meet again.
void pauseBeforeRetry(int attempt);

/// Runs \a body(Transaction &) and commits, unless the body rolled back. The body may run several times (deadlock, lock timeout,
/// connection lost before COMMIT), so it must have no effect outside the transaction. A commit whose answer is lost throws a
/// DatabaseError with outcomeUnknown(); use the other form where that matters.
template <class Body>
auto inTransaction(Connection &connection, const char *name, Body &&body)
{
    for (int attempt = 1;; ++attempt) {
        try {
            Transaction transaction(connection, name);
            if constexpr (std::is_void_v<decltype(body(transaction))>) {
                body(transaction);
                if (transaction.isOpen())
                    transaction.commit();
                return;
            } else {
                auto answer = body(transaction);
                if (transaction.isOpen())
                    transaction.commit();
                return answer;
            }
        } catch (const DatabaseError &error) {
            if (!error.retriesTransaction() || attempt >= transactionAttempts)
                throw;
        }
        pauseBeforeRetry(attempt);
    }
}

/// The same, but a lost commit is settled by reading: \a settle(Connection &) looks under the caller's own key and returns the
/// body's answer if it was committed, nothing if it was not; then the body runs again.
template <class Body, class Settle>
auto inTransaction(Connection &connection, const char *name, Body &&body, Settle &&settle)
{
    for (int attempt = 1;; ++attempt) {
        try {
            return inTransaction(connection, name, body);
        } catch (const DatabaseError &error) {
            if (!error.outcomeUnknown() || attempt >= transactionAttempts)
                throw;
        }
        pauseBeforeRetry(attempt);
        if (auto answer = settle(connection))
            return *std::move(answer);
    }
}

} // namespace slipway::database
