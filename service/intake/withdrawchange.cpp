// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/readers.h"
#include "service/intake/submission.h"
#include "service/intake/withdrawal.h"
#include "service/workflow/statemover.h"
#include "service/workflow/taskqueue.h"
#include "sql/intake.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

using database::Connection;
using database::Row;
using database::Transaction;
using workflow::TaskKind;

/// How often it is looked at anew when engine, round or approver moved it under our hands. Each of them moves it once.
constexpr int looksAtMost = 5;

struct Withdrawable {
    WithdrawalFacts facts;
    QString requester;
    SubjectId subject;
    TargetKey target;
    qint64 version = 0;

    static Withdrawable read(const Row &row)
    {
        return { { readPair(row), row.flag("owns"), row.flag("has_mr"), row.flag("in_active_batch") },
                 row.text("requester"),
                 row.id<SubjectId>("subject_id"),
                 row.id<TargetKey>("target_key"),
                 row.number("version") };
    }
};

QString readReason(const QJsonObject &body)
{
    QList<FieldProblem> problems;
    for (const QString &field : body.keys()) {
        if (field != "reason"_L1)
            problems.append({ field, u"unknown_field"_s });
    }
    const QJsonValue reason = body.value("reason"_L1);
    if (!reason.isUndefined() && !reason.isNull() && !reason.isString())
        problems.append({ u"reason"_s, u"wrong_type"_s });
    else if (reason.toString().size() > 2000)
        problems.append({ u"reason"_s, u"too_long"_s });
    if (!problems.isEmpty())
        throw fieldError(Code::InvalidRequest, problems);
    return reason.toString().trimmed();
}

/// One withdrawal as it is tried.
class Taking {
public:
    Taking(Services &services, OperationId operation, workflow::Because because)
        : m_services(services)
        , m_states(services.instance)
        , m_operation(std::move(operation))
        , m_because(std::move(because))
    {
    }

    /// False: it moved meanwhile.
    bool apply(Connection &connection, const Withdrawal &what, qint64 version)
    {
        return database::inTransaction(connection, "withdraw", [&](Transaction &transaction) {
            const bool done = write(transaction, what, version);
            if (!done)
                transaction.rollback();
            return done;
        });
    }

private:
    bool write(Transaction &transaction, const Withdrawal &what, qint64 version)
    {
        const database::Bindings one { { "operation", m_operation.value() } };
        if (what.kind == Withdrawal::Kind::AskBatch)
            return transaction.affect(sql::intake::ask_to_leave,
                                      { { "operation", m_operation.value() }, { "version", version } })
                == 1;
        // Gone or claimed: a round was faster, and it is a member of its batch by now.
        if (what.kind == Withdrawal::Kind::LeaveQueue && transaction.affect(sql::intake::leave_queue, one) != 1)
            return false;
        if (m_states.move(transaction, m_operation, *what.event, m_because, version) != workflow::Moved::Flipped)
            return false;
        transaction.affect(sql::intake::note_withdrawal, one);
        if (what.closes)
            workflow::TaskQueue::enqueue(transaction, TaskKind::AdvanceOperation, m_operation.value());
        if (what.cancelsApproval)
            workflow::TaskQueue::enqueue(transaction, TaskKind::CancelApproval, m_operation.value());
        return true;
    }

    Services &m_services;
    workflow::StateMover m_states;
    OperationId m_operation;
    workflow::Because m_because;
};

std::optional<Withdrawable> find(Connection &connection, const QString &id)
{
    if (!isOperationId(id))
        return std::nullopt;
    return connection.selectOne<Withdrawable>(sql::intake::find_withdrawable, { { "operation", id } });
}

Withdrawable visible(Services &services, Connection &connection, const Reader &reader, const QString &id)
{
    auto found = find(connection, id);
    const auto catalogue = catalogueOf(services);
    const catalogue::Target *target = found && catalogue ? catalogue->find(found->target) : nullptr;
    if (!found || !mayRead(reader, found->requester, found->subject, target))
        throw Error(Code::NotFound, u"no operation %1 for this reader"_s.arg(id));
    // To see a request is not to own it: an approver rejects, a maintainer closes, each under their own name.
    if (reader.account != found->requester && reader.account != found->subject.value())
        throw Error(Code::AccessDenied, u"%1 may read operation %2 but not withdraw it"_s.arg(reader.account, id));
    return *found;
}

} // namespace

Reply withdrawChange(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    const QString reason = readReason(request.body);
    const QString id = request.arguments().value(0);
    auto &connection = database::Connection::forThisThread(*services.database);
    Taking taking(services, OperationId(id), { workflow::Cause::User, reader.account, reason });
    for (int look = 0; look < looksAtMost; ++look) {
        const Withdrawable found = visible(services, connection, reader, id);
        const Withdrawal what = withdrawalOf(found.facts);
        if (what.kind == Withdrawal::Kind::TooLate) {
            const auto detail = findChange(connection, OperationId(id));
            throw Error(Code::Preempted, u"operation %1 has landed"_s.arg(id),
                        detail ? standingOf(OperationId(id), detail->change.pair, detail->change.version) : QJsonObject());
        }
        if (what.kind != Withdrawal::Kind::Over && !taking.apply(connection, what, found.version))
            continue;
        services.wakeEngine();
        const auto after = findChange(connection, OperationId(id));
        return { .code = Code::Accepted,
                 .data = standingOf(OperationId(id), after->change.pair, after->change.version),
                 .headers = {},
                 .httpStatus = {},
                 .longPoll = {} };
    }
    throw Error(Code::Unavailable, u"operation %1 moved %2 times"_s.arg(id).arg(looksAtMost))
        .withRetryAfter(std::chrono::seconds(1));
}

} // namespace slipway::intake
