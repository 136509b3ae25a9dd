// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/sweeper.h"

#include "service/configuration/hotconfig.h"
#include "service/workflow/batchmover.h"
#include "service/workflow/taskqueue.h"
#include "shared/config/keytable.h"
#include "sql/reconciliation.h"
#include "sql/workflow.h"

namespace slipway::reconciliation {

using namespace Qt::StringLiterals;
using workflow::BatchRow;
using workflow::BatchStatus;
using workflow::Cause;
using workflow::Phase;
using workflow::TaskKind;

namespace {

struct Reference {
    QString reference;
    static Reference read(const database::Row &row) { return { row.text("reference") }; }
};

struct Expired {
    OperationId operation;
    workflow::Step step;
    static Expired read(const database::Row &row)
    {
        return { row.id<OperationId>("operation_id"),
                 workflow::stepNumbered(row.number("step_status")).value_or(workflow::Step::Closed) };
    }
};

struct PhaseBudget {
    Phase phase;
    KeyId budget;
};
/// One budget for each phase; a forgotten one does not compile.
constexpr auto phaseBudgets = std::to_array<PhaseBudget>({
    { Phase::Claimed, key("budget.buildMs") },
    { Phase::Building, key("budget.buildMs") },
    { Phase::Pipeline, key("budget.pipelineMs") },
    { Phase::Approving, key("budget.approveMs") },
    { Phase::Rebasing, key("budget.rebaseMs") },
    { Phase::Revalidating, key("budget.revalidateMs") },
    { Phase::Merging, key("budget.mergeMs") },
    { Phase::Verify, key("budget.verifyMs") },
    { Phase::Settling, key("budget.settleMs") },
});
static_assert(phaseBudgets.size() == size_t(Phase::Count), "a phase lacks its budget");

} // namespace

Sweeper::Sweeper(const Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
{
}

void Sweeper::sweep()
{
    reviveTasks();
    blockOverdueBatches();
    endExpiredRequests();
}

void Sweeper::reviveTasks()
{
    struct Kind {
        TaskKind kind;
        const database::Statement &orphans;
    };
    const Kind kinds[] = { { TaskKind::SendApproval, sql::reconciliation::approvals_without_task },
                           { TaskKind::AdvanceBatch, sql::reconciliation::batches_without_task },
                           { TaskKind::MatchDeploy, sql::reconciliation::proofs_without_task } };
    bool revived = false;
    for (const Kind &each : kinds) {
        for (const Reference &orphan : m_connection.select<Reference>(each.orphans)) {
            database::inTransaction(m_connection, "sweep.revive", [&](database::Transaction &transaction) {
                workflow::TaskQueue::enqueue(transaction, each.kind, orphan.reference);
            });
            revived = true;
        }
    }
    if (revived)
        m_services.wakeEngine();
}

void Sweeper::blockOverdueBatches()
{
    const workflow::BatchMover mover(m_services.instance);
    for (BatchRow &batch : m_connection.select<BatchRow>(sql::reconciliation::running_batches)) {
        const auto budget = m_services.config->duration(phaseBudgets[size_t(batch.phase)].budget);
        if (batch.phaseAge <= budget)
            continue;
        const QString reason =
            u"%1 took longer than %2 ms"_s.arg(QString::fromLatin1(nameOf(batch.phase).data())).arg(budget.count());
        database::inTransaction(m_connection, "sweep.block", [&](database::Transaction &transaction) {
            BatchRow row = batch;
            // The reason of a settlement stays: settling is what the batch is about.
            const bool settling = row.phase == Phase::Settling;
            const workflow::BatchStep step { .status = BatchStatus::Blocked,
                                             .failureCode = settling ? std::nullopt : std::optional(u"BUDGET_SPENT"_s),
                                             .message = settling ? std::nullopt : std::optional(reason) };
            if (!mover.move(transaction, row, step, { Cause::Sweeper, {}, reason }))
                transaction.rollback();
        });
    }
}

void Sweeper::endExpiredRequests()
{
    const workflow::StateMover states(m_services.instance);
    for (const Expired &each : m_connection.select<Expired>(sql::reconciliation::expired_requests)) {
        database::inTransaction(m_connection, "sweep.expire", [&](database::Transaction &transaction) {
            if (each.step == workflow::Step::Queued) {
                // The waiting row decides: gone means claimed meanwhile, and from the claim on expiry waits until it has landed.
                if (transaction.affect(sql::reconciliation::delete_waiting, { { "operation", each.operation.value() } }) != 1) {
                    transaction.rollback();
                    return;
                }
            }
            const auto event =
                each.step == workflow::Step::Queued ? workflow::Event::LeftBeforeLanding : workflow::Event::ApprovalExpired;
            if (states.move(transaction, each.operation, event, { Cause::Sweeper, {}, u"its own expiry passed"_s })
                != workflow::Moved::Flipped)
                transaction.rollback();
        });
    }
}

} // namespace slipway::reconciliation
