// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/singlelanding.h"

#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {

using namespace Qt::StringLiterals;
using database::Transaction;

namespace {

struct Unmoved {
    qint64 version;
    static Unmoved read(const database::Row &row) { return { row.number("version") }; }
};

struct StepPhase {
    Step step;
    Phase phase;
};
// clang-format off
constexpr auto stepPhases = std::to_array<StepPhase>({
    { Step::CreatePipelineRunning, Phase::Pipeline },
    { Step::CreatePipelinePending, Phase::Pipeline },
    { Step::CreateSucceeded,       Phase::Approving },
    { Step::HandleStarted,         Phase::Approving },
    { Step::HandleApproved,        Phase::Merging },
    { Step::HandleMerging,         Phase::Merging },
    { Step::MergePending,          Phase::Merging },
    { Step::HandleRebasing,        Phase::Rebasing },
    { Step::RebasePending,         Phase::Rebasing },
    { Step::HandleRevalidating,    Phase::Revalidating },
    { Step::HandlePipelinePending, Phase::Revalidating },
    { Step::CloseStarted,          Phase::Settling },
});
// clang-format on

constexpr bool isAwaitingDeploy(Step step)
{
    return step == Step::HandleMerged || step == Step::CalledBack || step == Step::DeployFailed || step == Step::DeployPending;
}

} // namespace

SingleLanding::Found SingleLanding::Found::read(const database::Row &row)
{
    const auto step = stepNumbered(row.number("step_status"));
    const auto status = statusNamed(view(row.bytes("binding_status")));
    const auto flow = named<Flow>(flowNames, view(row.bytes("flow")));
    if (!step || !status || !flow)
        throw Error(Code::InternalError, u"an operation stands in a pair this version does not know"_s);
    Found found { .row = { .batch = {},
                           .operation = row.id<OperationId>("operation_id"),
                           .partition = row.id<PartitionKey>("partition_key"),
                           .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid"),
                           .branch = row.textOrEmpty("branch"),
                           .baseSha = row.textOrEmpty("base_sha"),
                           .headSha = row.textOrEmpty("head_sha"),
                           .validatedTree = row.textOrEmpty("validated_tree"),
                           .mergeSha = row.textOrEmpty("merge_sha"),
                           .version = row.number("version"),
                           .rebases = int(row.number("rebases")),
                           .needsApproval = *flow == Flow::MergeRequestFirst && !row.flag("approved"),
                           .failureCode = row.textOrEmpty("failure_code"),
                           .message = {},
                           .createdAt = row.instant("created_at") },
                  .pair = { *step, *status },
                  .version = row.number("version"),
                  // What landed with a batch is verified with the batch.
                  .isVerified = row.flag("verified") || *flow == Flow::Batched };
    found.row.phase = phaseOf(found).value_or(Phase::Claimed);
    return found;
}

std::optional<Phase> SingleLanding::phaseOf(const Found &found)
{
    if (found.pair.step == Step::CreateStarted) {
        if (!found.row.headSha.isEmpty())
            return Phase::Building;
        return found.row.mergeRequest ? Phase::Settling
                                      : Phase::Claimed; // Tried again: the earlier merge request is closed first.
    }
    if (isAwaitingDeploy(found.pair.step) && !found.isVerified)
        return Phase::Verify;
    const auto row = std::ranges::find(stepPhases, found.pair.step, &StepPhase::step);
    return row == stepPhases.end() ? std::nullopt : std::optional(row->phase);
}

SingleLanding::SingleLanding(const StateMover &states, Found found)
    : m_states(states)
    , m_kept(std::move(found))
{
    rewind();
}

void SingleLanding::rewind()
{
    m_row = m_kept.row;
    m_pair = m_kept.pair;
    m_version = m_kept.version;
}

void SingleLanding::keep()
{
    m_kept.row = m_row;
    m_kept.pair = m_pair;
    m_kept.version = m_version;
}

QString SingleLanding::reference() const { return u"operation:%1"_s.arg(m_row.operation.value()); }

std::optional<Pair> SingleLanding::pair(database::Connection &) { return m_pair; }

bool SingleLanding::move(Transaction &transaction, const LandingMove &move)
{
    if (move.event) {
        const auto moved =
            m_states.move(transaction, m_row.operation, *move.event, { Cause::Engine, {}, move.evidence }, m_version);
        if (moved != Moved::Flipped) {
            transaction.rollback();
            return false;
        }
        m_pair = *next(m_pair, *move.event);
        ++m_version;
    } else if (!transaction.selectOne<Unmoved>(sql::workflow::single_unmoved,
                                               { { "operation", m_row.operation.value() }, { "version", m_version } })) {
        transaction.rollback();
        return false;
    }
    if (move.phase)
        m_row.phase = *move.phase;
    if (move.also)
        move.also(transaction);
    if (move.isOver)
        transaction.affect(sql::workflow::record_single_verified, { { "operation", m_row.operation.value() } });
    if ((move.isOver || (move.event && isFinal(m_pair))) && !m_row.branch.isEmpty())
        TaskQueue::cleanBranchOf(transaction, TaskQueue::referenceTo(m_row.operation));
    return true;
}

bool SingleLanding::failAs(Transaction &transaction, Event event, const QString &code, const QString &evidence)
{
    const bool wasAsked = isAwaitingApproval(m_pair.step);
    if (!move(transaction, { .event = event, .evidence = evidence }))
        return false;
    transaction.affect(sql::workflow::fail_operation,
                       { { "code", code }, { "detail", evidence }, { "operation", m_row.operation.value() } });
    // What was approved would no longer be what lands: nobody shall decide about it any more.
    if (wasAsked)
        TaskQueue::enqueue(transaction, TaskKind::CancelApproval, m_row.operation.value());
    return true;
}

bool SingleLanding::fail(Transaction &transaction, LandingFailure failure, const QString &evidence)
{
    const auto event = endingOf(m_pair, failure);
    if (!event)
        throw Error(Code::InternalError,
                    u"operation %1 cannot fail where it stands (%2)"_s.arg(m_row.operation.value()).arg(int(m_pair.step)));
    return failAs(transaction, *event, text(rowOf(failure).code), evidence);
}

bool SingleLanding::stop(Transaction &transaction, StopReason reason, const QString &evidence)
{
    const StopReasonRow &row = rowOf(reason);
    if (row.event) {
        const bool isKnownHere = next(m_pair, *row.event).has_value();
        const auto event = isKnownHere ? row.event : endingOf(m_pair, LandingFailure::MergeRefused);
        if (!event)
            throw Error(Code::InternalError, u"operation %1 cannot stop where it stands"_s.arg(m_row.operation.value()));
        return failAs(transaction, *event, text(row.code), evidence);
    }
    transaction.tryInsert("PRIMARY", sql::workflow::ensure_partition, { { "partition", m_row.partition.value() } });
    transaction.affect(sql::workflow::halt_partition, { { "reason", evidence }, { "partition", m_row.partition.value() } });
    return move(transaction, { .isOver = true });
}

void SingleLanding::recordBase(Transaction &transaction, const QString &branch, const QString &base)
{
    transaction.affect(sql::workflow::record_single_base,
                       { { "branch", branch }, { "base", base }, { "operation", m_row.operation.value() } });
    m_row.branch = branch;
    m_row.baseSha = base;
    m_row.mergeRequest.reset();
}

void SingleLanding::recordBuild(Transaction &transaction, const QString &base, const QString &head, const QString &tree)
{
    transaction.affect(sql::workflow::record_single_build,
                       { { "base", base }, { "head", head }, { "tree", tree }, { "operation", m_row.operation.value() } });
}

void SingleLanding::recordMergeRequest(Transaction &transaction, MergeRequestIid iid)
{
    transaction.affect(sql::workflow::record_single_merge_request,
                       { { "iid", iid.value() }, { "operation", m_row.operation.value() } });
}

void SingleLanding::recordMerge(Transaction &transaction, const QString &sha)
{
    transaction.affect(sql::workflow::record_single_merge, { { "sha", sha }, { "operation", m_row.operation.value() } });
}

void SingleLanding::countRebase(Transaction &transaction)
{
    transaction.affect(sql::workflow::count_single_rebase, { { "operation", m_row.operation.value() } });
}

} // namespace slipway::workflow
