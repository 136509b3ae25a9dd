// SPDX-License-Identifier: GPL-3.0-only
#include "tests/database/requests.h"

#include "service/workflow/taskqueue.h"
#include "sql/approval.h"

namespace slipway {

using namespace Qt::StringLiterals;
using workflow::Cause;
using workflow::Event;

namespace {

constexpr database::Statement standingOf { "test/standing_of",
                                           "SELECT o.step_status, o.binding_status, o.version, b.status FROM operation o LEFT "
                                           "JOIN binding b ON b.operation_id = o.operation_id "
                                           "WHERE o.operation_id = :operation" };

} // namespace

Requests::Standing Requests::Standing::read(const database::Row &row)
{
    return { int(row.number("step_status")), row.text("binding_status"), row.maybeText("status").value_or(QString()),
             row.number("version") };
}

Requests::Requests(database::Connection &connection)
    : m_connection(connection)
    , m_states(InstanceId(u"test"_s))
{
}

OperationId Requests::awaiting(const QString &subject, const QString &target)
{
    const OperationId id(u"operation-%1"_s.arg(++m_number, 6, 10, QLatin1Char('0')));
    database::inTransaction(m_connection, "test.begin", [&](database::Transaction &transaction) {
        m_states.begin(transaction,
                       { .id = id,
                         .fingerprint = QString(64, u'0'),
                         .requester = u"alice"_s,
                         .subject = SubjectId(subject),
                         .target = TargetKey(target),
                         .parameters = u"{\"role\":\"member\"}"_s,
                         .reason = u"a test"_s,
                         .partition = PartitionKey(u"access"_s) },
                       std::nullopt, Event::SubmittedApprovalFirst, { Cause::User, u"alice"_s });
        workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::SendApproval, id.value());
    });
    return id;
}

OperationId Requests::queued(const QString &subject, const QString &target)
{
    const OperationId id = awaiting(subject, target);
    database::inTransaction(m_connection, "test.approve", [&](database::Transaction &transaction) {
        m_states.move(transaction, id, Event::ApprovedBatched, { Cause::Approval, u"carol"_s });
        transaction.tryInsert("uk_waiting_operation", sql::approval::enqueue_waiting,
                              { { "priority", 100 }, { "operation", id.value() } });
    });
    return id;
}

workflow::Moved Requests::move(const OperationId &operation, Event event)
{
    return database::inTransaction(m_connection, "test.move", [&](database::Transaction &transaction) {
        return m_states.move(transaction, operation, event, { Cause::Engine, {} });
    });
}

Requests::Standing Requests::standing(const OperationId &operation)
{
    return m_connection.selectOne<Standing>(standingOf, { { "operation", operation.value() } }).value_or(Standing {});
}

qint64 Requests::count(const database::Statement &statement, const database::Bindings &bindings)
{
    qint64 rows = 0;
    m_connection.run(statement, bindings, [&](const database::Row &row) { rows = row.number("n"); });
    return rows;
}

} // namespace slipway
