// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/transaction.h"
#include "service/workflow/batchlanding.h"

#include <QJsonObject>
#include <QString>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>

namespace slipway {

/// One durable task under this process's lease.
struct Task {
    qint64 id = 0;
    QString kind;
    QString reference;
    QJsonObject payload; ///< The step's own notes of the present wait.
    qint64 leaseToken = 0;
    int attempt = 0; ///< Failed tries in a row.
    int reads = 0; ///< Polls in the present wait.
};

/// Thrown by StepContext::write() when somebody else holds the lease by now: this run slept too long. Nothing was written; the engine
/// lets go without a trace in the state.
class LeaseLost : public std::exception {
public:
    const char *what() const noexcept override { return "the task's lease belongs to somebody else"; }
};

/// What becomes of the task after its step ran.
struct Next {
    enum class Kind : quint8 {
        Finished, ///< The task is deleted, unless somebody asked for it anew meanwhile.
        Again, ///< Due again after `delay`; the failure counter starts anew, the poll counter too.
        Poll, ///< Due again after `delay`, counted as one more poll of the same wait.
    };
    Kind kind = Kind::Finished;
    std::chrono::milliseconds delay { 0 };
    QString why; ///< The visible reason of a wait, for people.
    QJsonObject notes = {}; ///< What the step wants to find again in Task::payload at the next look of the same wait.

    static Next finished() { return {}; }
    static Next again(std::chrono::milliseconds delay = {}, QString why = {})
    {
        return { Kind::Again, delay, std::move(why), {} };
    }
    static Next poll(std::chrono::milliseconds delay, QString why, QJsonObject notes = {})
    {
        return { Kind::Poll, delay, std::move(why), std::move(notes) };
    }
};

/// What a step may use while it runs, on a worker thread with that thread's connection.
class StepContext {
public:
    StepContext(Services &services, database::Connection &connection, const Task &task);

    Services &services() const { return m_services; }
    database::Connection &database() const { return m_connection; }
    const Task &task() const { return m_task; }
    const workflow::BatchProgress &progress() const { return m_progress; }

    /// The merge request in the making that the task is about; only in steps of landings.
    workflow::Landing &landing() const { return *m_landing; }
    const workflow::LandingRow &row() const { return m_landing->row(); }
    /// The same where only a batch can be meant.
    workflow::BatchLanding &batchLanding() const;
    const workflow::BatchRow &batch() const { return batchLanding().batch(); }
    void take(std::unique_ptr<workflow::Landing> landing) { m_landing = std::move(landing); }

    /// One fenced transaction that moves the landing and everybody in it. False: somebody else moved it meanwhile; nothing was written,
    /// and the step ends with Next::again().
    [[nodiscard]] bool advance(const char *name, const workflow::LandingMove &move);
    /// The same where it makes no difference who moved it: \a then when we did, else another look at once.
    Next advanceThen(const char *name, const workflow::LandingMove &move, Next then = Next::again());
    /// The same for a step that only batches know.
    [[nodiscard]] bool advanceBatch(const char *name, const workflow::BatchAdvance &step);

    /// Members of a batch that leave it by themselves.
    [[nodiscard]] bool release(const char *name, const std::vector<workflow::Leaving> &leaving);

    /// It does not land, and \a evidence says why, for people. A batch begins to settle: the settle step closes, reads again and decides
    /// what becomes of the members. A single request takes the failure as its own.
    Next fail(workflow::LandingFailure failure, const QString &evidence);
    /// It cannot go on without a person. A batch holds its slot with the reason and looks again after \a lookAgain.
    Next stop(workflow::StopReason reason, const QString &evidence, std::chrono::milliseconds lookAgain);

    /// The step's only way to write: `body(Transaction &)` in one transaction, closed by a renewal of the lease under our token, so that
    /// a process that was paused beyond its lease changes nothing. Throws LeaseLost. Never call the outside world from the body.
    /// A body that rolled back writes nothing and is not fenced.
    template <class Body>
    auto write(const char *name, Body &&body)
    {
        return database::inTransaction(m_connection, name, [&](database::Transaction &transaction) {
            if constexpr (std::is_void_v<decltype(body(transaction))>) {
                body(transaction);
                if (transaction.isOpen())
                    renewLease(transaction);
            } else {
                auto answer = body(transaction);
                if (transaction.isOpen())
                    renewLease(transaction);
                return answer;
            }
        });
    }

private:
    void renewLease(database::Transaction &transaction) const;
    /// The landing's writes in one fenced transaction; \a body answers false when somebody else was faster.
    bool writeLanding(const char *name, const std::function<bool(database::Transaction &)> &body);

    Services &m_services;
    database::Connection &m_connection;
    const Task &m_task;
    workflow::BatchProgress m_progress;
    std::unique_ptr<workflow::Landing> m_landing;
};

/// One step of the workflow: reads the world first, adopts what is ours, does at most one thing, writes what came of it, and says when
/// it wants to run next. Re-entrant: a crash at any point and another run lead to the same end.
using StepFunction = Next (*)(StepContext &);

} // namespace slipway
