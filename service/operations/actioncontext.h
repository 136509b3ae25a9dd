// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/auditlog.h"
#include "service/operations/recoveryaction.h"
#include "service/operations/remotereader.h"
#include "service/workflow/batchprogress.h"
#include "service/workflow/taskqueue.h"

#include <functional>

namespace slipway::operations {

/// Who does an action, and why.
struct Doer {
    QString account; ///< The identity the server knows.
    QString reason;
    QJsonObject parameters; ///< As sent, with the operator written over.
    QString action; ///< Its name.
    QString actionId; ///< Empty while it is only previewed.
    QString traceId;
};

/// What an action may use while it plans and applies, on a worker thread with that thread's connection.
class ActionContext {
public:
    ActionContext(Services &services, database::Connection &connection, Doer doer);

    Services &services() const { return m_services; }
    database::Connection &database() const { return m_connection; }
    const Doer &doer() const { return m_doer; }
    FactsReader facts() const { return FactsReader(m_services, m_connection); }
    const workflow::BatchProgress &progress() const { return m_progress; }
    workflow::Because because(const QString &what = {}) const;
    bool asksForTwo() const;

    /// Reads the forge for \a sight; nothing when it cannot be asked now.
    template <class Sight>
    std::optional<protocol::RemoteReading> remote(const Sight &sight) const
    {
        try {
            return RemoteReader(m_services).read(sight);
        } catch (const Error &error) {
            noteUnreadable(error);
            return std::nullopt;
        }
    }
    /// The plan where it could not.
    static PlannedItem forgeAway(const ActionTarget &target, const Seen &seen);

    /// One transaction of an action: \a body writes under its guards and says whether they held; the audit's row about the outcome is
    /// written with it. PREEMPTED, with nothing written, when they did not.
    ActionOutcome commit(const char *name, const ActionTarget &target, const ActionOutcome &outcome,
                         const std::function<bool(database::Transaction &)> &body) const;
    /// The audit's row about one moment of one target; a repeat is dropped.
    void audit(database::Transaction &transaction, const ActionTarget &target, const QString &moment,
               const QString &outcome) const;

    /// The id of that row.
    static QString auditEvent(const QString &actionId, const ActionTarget &target, const QString &moment);

    /// Locks nothing: reads the batch again inside the transaction and tells whether it stands exactly as \a sight says.
    static std::optional<workflow::BatchRow> sameBatch(database::Transaction &transaction, const BatchSight &sight);
    /// Moves a batch that stands as \a sight says. False: it does not.
    bool moveBatch(database::Transaction &transaction, const BatchSight &sight, const workflow::BatchStep &step,
                   const QString &what) const;
    /// Moves a request of exactly that version. False: it moved on.
    bool moveOperation(database::Transaction &transaction, const OperationSight &sight, workflow::Event event,
                       const QString &what) const;

    void wake() const;

private:
    void noteUnreadable(const Error &error) const;

    Services &m_services;
    database::Connection &m_connection;
    Doer m_doer;
    AuditLog m_audit;
    workflow::BatchProgress m_progress;
};

} // namespace slipway::operations
