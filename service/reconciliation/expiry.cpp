// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/expiry.h"

#include "service/configuration/hotconfig.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "service/workflow/statemover.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"
#include "shared/config/keytable.h"
#include "sql/reconciliation.h"

#include <QCryptographicHash>

namespace slipway::reconciliation {

using namespace Qt::StringLiterals;
using database::Transaction;
using workflow::Cause;
using workflow::Event;
using workflow::TaskKind;

namespace {

const QString requester = u"system:expiry"_s;

struct ExpiredRequest {
    OperationId operation;
    workflow::Step step;
    bool hasMergeRequest;
    static ExpiredRequest read(const database::Row &row)
    {
        return { row.id<OperationId>("operation_id"),
                 workflow::stepNumbered(row.number("step_status")).value_or(workflow::Step::Closed), row.flag("has_mr") };
    }

    Event event() const
    {
        if (step == workflow::Step::Queued)
            return Event::LeftBeforeLanding;
        return hasMergeRequest ? Event::ApprovalEndedWithMergeRequest : Event::ApprovalExpired;
    }
};

struct EndingGrant {
    QString subject;
    QString target;
    QString operation; ///< The one that put it in force.
    QString requester;
    Instant end;
    static EndingGrant read(const database::Row &row)
    {
        return { row.text("subject_id"), row.text("target_key"), row.text("effective_operation_id"), row.text("requester"),
                 row.instant("effective_expires_at") };
    }
};

struct ExpiredGrant {
    SubjectId subject;
    TargetKey target;
    PartitionKey partition;
    workflow::ReplacedBinding binding;
    QString grant; ///< The operation that put it in force.

    static ExpiredGrant read(const database::Row &row)
    {
        const auto status = workflow::statusNamed(workflow::view(row.bytes("status")));
        if (!status)
            throw Error(Code::InternalError, u"a binding has a status this version does not know"_s);
        return { row.id<SubjectId>("subject_id"),
                 row.id<TargetKey>("target_key"),
                 row.id<PartitionKey>("partition_key"),
                 { row.id<OperationId>("operation_id"), *status, row.number("version") },
                 row.text("effective_operation_id") };
    }
};

/// By the switch of this moment; nobody is asked, so the merge request does not come first.
workflow::Flow flowOf(const Services &services)
{
    const auto config = services.config->snapshot();
    return config->enabled(key("flow.approvalFirst")) && config->enabled(key("flow.batching")) ? workflow::Flow::Batched
                                                                                               : workflow::Flow::Single;
}

/// The same for every instance and every look, until the binding moves on: a removal that failed and was withdrawn is tried anew.
workflow::NewOperation removalOf(const ExpiredGrant &grant, const PartitionKey &partition, workflow::Flow flow)
{
    const QByteArray seed = "expiry\n" + grant.grant.toUtf8() + '\n' + grant.binding.operation.value().toUtf8();
    const QString hash = QString::fromLatin1(QCryptographicHash::hash(seed, QCryptographicHash::Sha256).toHex());
    return { .id = OperationId(u"exp-"_s + hash.left(32)),
             .fingerprint = hash,
             .requester = requester,
             .subject = grant.subject,
             .target = grant.target,
             .kind = workflow::RequestKind::Unbind,
             .flow = flow,
             .parameters = u"{}"_s,
             .reason = u"The grant has run out."_s,
             .expiresAt = std::nullopt,
             .partition = partition };
}

} // namespace

Expiry::Expiry(const Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
{
}

void Expiry::sweep()
{
    endExpiredRequests();
    announceEndings();
    removeExpiredGrants();
}

void Expiry::announceEndings()
{
    m_connection.write(sql::reconciliation::forget_endings);
    for (const EndingGrant &grant : m_connection.select<EndingGrant>(sql::reconciliation::grants_ending)) {
        database::inTransaction(m_connection, "sweep.announce", [&](Transaction &transaction) {
            workflow::raise(transaction,
                            { .code = u"GRANT_ENDING"_s,
                              .subject = u"grant:"_s + grant.operation,
                              .detail = workflow::detailOf(workflow::FindingSentence::GrantEnding,
                                                             { grant.target, grant.subject, grant.requester, toIso(grant.end) }) });
        });
    }
}

void Expiry::endExpiredRequests()
{
    const workflow::StateMover states(m_services.instance);
    for (const ExpiredRequest &each : m_connection.select<ExpiredRequest>(sql::reconciliation::expired_requests)) {
        database::inTransaction(m_connection, "sweep.expire", [&](Transaction &transaction) {
            // The waiting row decides: gone means claimed meanwhile, and from the claim on expiry waits until it has landed.
            const bool isTheirs = each.step == workflow::Step::Queued
                && transaction.affect(sql::reconciliation::delete_waiting, { { "operation", each.operation.value() } }) != 1;
            if (isTheirs
                || states.move(transaction, each.operation, each.event(), { Cause::Sweeper, {}, u"its own expiry passed"_s })
                    != workflow::Moved::Flipped) {
                transaction.rollback();
                return;
            }
            if (workflow::isAwaitingApproval(each.step))
                workflow::TaskQueue::enqueue(transaction, TaskKind::CancelApproval, each.operation.value());
            if (each.event() == Event::ApprovalEndedWithMergeRequest)
                workflow::TaskQueue::enqueue(transaction, TaskKind::AdvanceOperation, each.operation.value());
        });
    }
}

void Expiry::removeExpiredGrants()
{
    const workflow::StateMover states(m_services.instance);
    const auto catalogue = m_services.targets();
    bool removed = false;
    for (const ExpiredGrant &grant : m_connection.select<ExpiredGrant>(sql::reconciliation::expired_grants)) {
        const catalogue::Target *target = catalogue ? catalogue->find(grant.target) : nullptr;
        if (!target)
            continue; // Where its file stands is not known until the catalogue names the target again.
        const auto removal = removalOf(grant, target->partition, flowOf(m_services));
        database::inTransaction(m_connection, "sweep.remove", [&](Transaction &transaction) {
            const workflow::Because because { Cause::Sweeper, requester };
            const Event approved = removal.flow == workflow::Flow::Batched ? Event::ApprovedBatched : Event::ApprovedSingle;
            if (states.begin(transaction, removal, grant.binding, Event::SubmittedApprovalFirst, because)
                    != workflow::StateMover::Began::Begun
                || states.move(transaction, removal.id, approved, because) != workflow::Moved::Flipped) {
                transaction.rollback(); // Another instance was faster, or somebody renewed it this very moment.
                return;
            }
            const database::Bindings one { { "operation", removal.id.value() } };
            transaction.affect(sql::reconciliation::approve_by_grant,
                               { { "approver", u"grant:"_s + grant.grant }, { "operation", removal.id.value() } });
            if (removal.flow == workflow::Flow::Batched)
                transaction.affect(sql::reconciliation::enqueue_waiting, one);
            else
                workflow::TaskQueue::enqueue(transaction, TaskKind::AdvanceOperation, removal.id.value());
            removed = true;
        });
    }
    if (removed)
        m_services.wakeEngine();
}

} // namespace slipway::reconciliation
