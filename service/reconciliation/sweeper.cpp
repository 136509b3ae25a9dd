// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/sweeper.h"

#include "service/configuration/hotconfig.h"
#include "service/reconciliation/expiry.h"
#include "service/workflow/batchmover.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"
#include "sql/reconciliation.h"

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

struct InProgress {
    OperationId operation;
    workflow::Pair pair;
    std::chrono::milliseconds age;
    static InProgress read(const database::Row &row)
    {
        const auto step = workflow::stepNumbered(row.number("step_status"));
        const auto status = workflow::statusNamed(workflow::view(row.bytes("binding_status")));
        if (!step || !status)
            throw Error(Code::InternalError, u"an operation stands in a pair this version does not know"_s);
        return { row.id<OperationId>("operation_id"), { *step, *status }, std::chrono::milliseconds(row.number("age_ms")) };
    }
};

struct StepBudget {
    workflow::Step step;
    KeyId budget;
};
/// The same for requests with a merge request of their own.
constexpr auto stepBudgets = std::to_array<StepBudget>({
    { workflow::Step::CreateStarted, key("budget.buildMs") },
    { workflow::Step::CreatePipelineRunning, key("budget.pipelineMs") },
    { workflow::Step::CreateSucceeded, key("budget.approveMs") },
    { workflow::Step::HandleStarted, key("budget.approveMs") },
    { workflow::Step::HandleApproved, key("budget.mergeMs") },
    { workflow::Step::HandleMerging, key("budget.mergeMs") },
    { workflow::Step::HandleRebasing, key("budget.rebaseMs") },
    { workflow::Step::HandleRevalidating, key("budget.revalidateMs") },
    { workflow::Step::CloseStarted, key("budget.settleMs") },
});
constexpr KeyId budgetOf(workflow::Step step)
{
    const auto row = std::ranges::find(stepBudgets, step, &StepBudget::step);
    return row == stepBudgets.end() ? key("budget.buildMs") : row->budget;
}

/// Where an outcome that did not come in time is written down as unknown; nothing where the step can only be run again.
std::optional<workflow::Event> pendingFrom(workflow::Pair pair)
{
    for (const auto event :
         { workflow::Event::PipelineTimedOut, workflow::Event::RebaseUnknown, workflow::Event::MergeUnknown }) {
        if (workflow::next(pair, event))
            return event;
    }
    return std::nullopt;
}

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
    pushOverdueSingles();
    Expiry(m_services, m_connection).sweep();
}

void Sweeper::reviveTasks()
{
    struct Kind {
        TaskKind kind;
        const database::Statement &orphans;
    };
    const Kind kinds[] = { { TaskKind::SendApproval, sql::reconciliation::approvals_without_task },
                           { TaskKind::AdvanceBatch, sql::reconciliation::batches_without_task },
                           { TaskKind::AdvanceOperation, sql::reconciliation::singles_without_task },
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

void Sweeper::pushOverdueSingles()
{
    const workflow::StateMover states(m_services.instance);
    for (const InProgress &each : m_connection.select<InProgress>(sql::reconciliation::singles_in_progress)) {
        const auto budget = m_services.config->duration(budgetOf(each.pair.step));
        if (each.age <= budget)
            continue;
        const QString reason = workflow::detailOf(workflow::FindingSentence::Overdue,
                                                    { QString::number(int(each.pair.step)), QString::number(budget.count()) });
        const auto pending = pendingFrom(each.pair);
        database::inTransaction(m_connection, "sweep.overdue", [&](database::Transaction &transaction) {
            if (pending) {
                states.move(transaction, each.operation, *pending, { Cause::Sweeper, {}, reason });
                return;
            }
            workflow::TaskQueue::enqueue(transaction, TaskKind::AdvanceOperation, each.operation.value());
            workflow::raise(transaction, { u"OVERDUE"_s, u"operation:"_s + each.operation.value(), reason });
        });
    }
}

} // namespace slipway::reconciliation
