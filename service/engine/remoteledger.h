// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/database/transaction.h"
#include "service/forge/callobserver.h"
#include "shared/ids.h"

namespace slipway::engine {

/// The ambiguity ledger: a row before each call that changes the forge, completed by its answer. A call that was sent and never
/// answered leaves its row open, whatever became of the process. Writes on the calling thread's own connection.
class RemoteLedger final : public forge::CallObserver {
public:
    /// \a database must outlive it.
    RemoteLedger(const database::Settings &database, InstanceId instance);

    qint64 sending(const forge::CallRecord &call) override;
    void answered(qint64 ticket, const forge::Outcome &outcome) override;
    void readFailed(const forge::CallRecord &call, int status, const QString &problem) override;

    /// Whom a call is about: "batch" 812.
    struct Subject {
        QString kind;
        QString reference;
    };

    /// On whose behalf this thread calls the forge while the scope lives, and under which lease. sending() proves the lease
    /// and throws LeaseLost when it belongs to somebody else by now: a process that was paused between its last write and this call
    /// must not do once more what another one has done meanwhile.
    class Scope {
    public:
        Scope(const Subject &subject, const Task &task, std::chrono::milliseconds lease);
        ~Scope();
        Scope(const Scope &) = delete;
        Scope &operator=(const Scope &) = delete;
    };

    /// The state moved on by a read: what was unknown about that subject is settled, and by what.
    static void settle(database::Connection &connection, const Subject &subject, const QString &by);

private:
    const database::Settings &m_database;
    InstanceId m_instance;
};

} // namespace slipway::engine
