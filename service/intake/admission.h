// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/intake/readers.h"
#include "service/intake/submission.h"
#include "service/workflow/statemover.h"
#include "shared/errorcode.h"

namespace slipway::intake {

/// What became of one submission that was not refused.
struct Admitted {
    Code code = Code::Accepted; ///< Accepted, or DuplicateSubmit for the same key and content once more.
    QJsonObject answer; ///< The first answer's data, also for a duplicate.
};

/// Lets one submission in: finds out whether it was here before, whether the catalogue allows it and whether its
/// binding is free, and stores attempt, binding, first answer and the task that asks for approval in one transaction. A
/// refusal stores nothing.
///
/// Used by one worker for one HTTP request; several submissions may go through it one after the other.
class Admission {
public:
    Admission(Services &services, database::Connection &connection, Reader reader);

    /// Throws Error: NotOpen, ValidationFailed, IdempotencyKeyReused, ActiveRequestExists, Unavailable.
    Admitted admit(const Submission &submission);

private:
    struct Attempt;
    enum class Tried : quint8 {
        Stored,
        Beaten, ///< Somebody else was quicker with the key, the id or the binding: look again.
    };

    /// One look: what became of it, or nothing when somebody else was quicker.
    std::optional<Admitted> look(const Submission &submission, const QString &fingerprint, bool isFirst);
    std::optional<Admitted> replayed(const OperationId &key, const QString &fingerprint);
    Attempt prepare(const Submission &submission, const OperationId &id, const QString &fingerprint);
    qint64 backlog(qint64 most) const;
    Tried storeUnseen(const Attempt &attempt);
    Tried store(const Attempt &attempt);
    std::optional<Tried> settled(const Attempt &attempt, database::Connection &connection) const;
    Tried storeIn(database::Transaction &transaction, const Attempt &attempt) const;
    void refuseUnlessFree(const std::optional<struct BindingRow> &binding, const Attempt &attempt) const;

    Services &m_services;
    database::Connection &m_connection;
    Reader m_reader;
    workflow::StateMover m_mover;
};

} // namespace slipway::intake
