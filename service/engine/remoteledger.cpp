// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/remoteledger.h"

#include "service/forge/forgehealth.h"
#include "service/workflow/text.h"
#include "sql/engine.h"

#include <QLoggingCategory>

namespace slipway::engine {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcForge, "slipway.forge")

struct Caller {
    RemoteLedger::Subject subject;
    qint64 task = 0;
    qint64 leaseToken = 0;
    std::chrono::milliseconds lease { 0 };
};
thread_local std::optional<Caller> current;

QString nameOf(forge::Outcome::Kind kind)
{
    switch (kind) {
    case forge::Outcome::Kind::Done: return u"DONE"_s;
    case forge::Outcome::Kind::Refused: return u"REFUSED"_s;
    case forge::Outcome::Kind::Unknown: return u"UNKNOWN"_s;
    case forge::Outcome::Kind::NotSent: break;
    }
    return u"NOT_SENT"_s;
}

} // namespace

RemoteLedger::RemoteLedger(const database::Settings &database, InstanceId instance)
    : m_database(database)
    , m_instance(std::move(instance))
{
}

RemoteLedger::Scope::Scope(const Subject &subject, const Task &task, std::chrono::milliseconds lease)
{
    current = Caller { subject, task.id, task.leaseToken, lease };
}

RemoteLedger::Scope::~Scope() { current.reset(); }

qint64 RemoteLedger::sending(const forge::CallRecord &call)
{
    auto &connection = database::Connection::forThisThread(m_database);
    return database::inTransaction(connection, "ledger.sending", [&](database::Transaction &transaction) {
        if (current) {
            const int mine = transaction.affect(sql::engine::prove_lease,
                                                { { "lease_us", workflow::microseconds(current->lease) },
                                                  { "task", current->task },
                                                  { "token", current->leaseToken } });
            if (mine != 1)
                throw LeaseLost();
        }
        return transaction.insert(
            sql::engine::insert_remote_call,
            { { "operation", call.operation.left(32) },
              { "subject_kind", current ? current->subject.kind : u"none"_s },
              { "subject_ref", current ? current->subject.reference.left(64) : u"-"_s },
              { "summary",
                u"%1 %2 by %3: %4"_s.arg(call.project.path, call.subject, forge::nameOf(call.bot), call.request).left(1000) },
              { "instance", m_instance.value() } });
    });
}

void RemoteLedger::answered(qint64 ticket, const forge::Outcome &outcome)
{
    try {
        database::Connection::forThisThread(m_database)
            .write(sql::engine::answer_remote_call,
                   { { "outcome", nameOf(outcome.kind) },
                     { "status", outcome.status },
                     { "detail", outcome.text.isEmpty() ? QString() : outcome.text },
                     { "id", ticket } });
    } catch (const Error &error) {
        // The row stays open, which says just that: we do not know. The step reads the forge anyway.
        qCWarning(lcForge, "the ledger missed an answer: %s", error.what());
    }
}

void RemoteLedger::readFailed(const forge::CallRecord &call, int status, const QString &problem)
{
    qCInfo(lcForge, "reading %s of %s failed: %d %s", qPrintable(call.operation), qPrintable(call.project.path), status,
           qPrintable(problem));
}

void RemoteLedger::settle(database::Connection &connection, const Subject &subject, const QString &by)
{
    connection.write(sql::engine::settle_remote_calls,
                     { { "by", by }, { "subject_kind", subject.kind }, { "subject_ref", subject.reference } });
}

} // namespace slipway::engine
