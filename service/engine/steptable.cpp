// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/steptable.h"

#include "service/approval/sendapproval.h"
#include "service/batching/steps.h"
#include "service/mergerequest/steps.h"
#include "service/reconciliation/matchdeploy.h"

#include <algorithm>

namespace slipway::engine {

using workflow::BatchFailure;
using workflow::Event;
using workflow::Phase;
using workflow::TaskKind;

namespace {

// clang-format off
constexpr auto steps = std::to_array<StepRow>({
    // name                 kind                    phase                done                       failure                     failed                      tries  budget                           run
    { "send approval",      TaskKind::SendApproval, std::nullopt,        Event::ApprovalSent,       BatchFailure::Count,        Event::ApprovalSendRefused, 5,     key("budget.approvalSendMs"),    &approval::sendApproval },
    { "build batch",        TaskKind::AdvanceBatch, Phase::Claimed,      Event::MergeRequestOpened, BatchFailure::CreateFailed, std::nullopt,               3,     key("budget.buildMs"),           &batching::buildBatch },
    { "open merge request", TaskKind::AdvanceBatch, Phase::Building,     Event::MergeRequestOpened, BatchFailure::CreateFailed, std::nullopt,               3,     key("budget.buildMs"),           &mergerequest::openMergeRequest },
    { "follow pipeline",    TaskKind::AdvanceBatch, Phase::Pipeline,     Event::PipelinePassed,     BatchFailure::CreateFailed, std::nullopt,               5,     key("budget.pipelineMs"),        &mergerequest::followPipeline },
    { "approve",            TaskKind::AdvanceBatch, Phase::Approving,    Event::BotsApproved,       BatchFailure::ApproveRefused, std::nullopt,             5,     key("budget.approveMs"),         &mergerequest::approveByBots },
    { "rebuild",            TaskKind::AdvanceBatch, Phase::Rebasing,     Event::RebaseDone,         BatchFailure::RebaseConflict, std::nullopt,             3,     key("budget.rebaseMs"),          &batching::rebuildBatch },
    { "revalidate",         TaskKind::AdvanceBatch, Phase::Revalidating, Event::Revalidated,        BatchFailure::PipelineFailed, std::nullopt,             5,     key("budget.revalidateMs"),      &mergerequest::followPipeline },
    { "merge",              TaskKind::AdvanceBatch, Phase::Merging,      Event::ReadMerged,         BatchFailure::MergeRefused, std::nullopt,               5,     key("budget.mergeMs"),           &mergerequest::mergeGatedHead },
    { "verify",             TaskKind::AdvanceBatch, Phase::Verify,       Event::ReadMerged,         BatchFailure::Count,        std::nullopt,               5,     key("budget.verifyMs"),          &mergerequest::verifyLanding },
    { "settle",             TaskKind::AdvanceBatch, Phase::Settling,     Event::BatchRequeued,      BatchFailure::Count,        std::nullopt,               5,     key("budget.settleMs"),          &mergerequest::settleBatch },
    { "match deploy",       TaskKind::MatchDeploy,  std::nullopt,        Event::Deployed,           BatchFailure::Count,        std::nullopt,               5,     key("reconcile.maxAgeMs"),       &reconciliation::matchDeploy },
});
// clang-format on

/// A step that can fail says how; after the merge, while settling and while waiting for a proof nothing may fail any more: those are
/// tried again for ever, and the sweeper tells a person.
constexpr bool everyStepIsComplete()
{
    return std::ranges::all_of(steps, [](const StepRow &row) {
        const bool batch = row.kind == TaskKind::AdvanceBatch;
        return !row.name.empty() && row.run != nullptr && row.attempts > 0 && row.phase.has_value() == batch;
    });
}
constexpr bool everyPhaseHasItsStep()
{
    for (size_t phase = 0; phase < size_t(Phase::Count); ++phase) {
        if (std::ranges::count_if(steps, [&](const StepRow &row) { return row.phase == Phase(phase); }) != 1)
            return false;
    }
    return true;
}
/// Somewhere among the steps of its phase's members, success and failure must lead on.
constexpr bool outcomesAreInTheTable()
{
    for (const StepRow &row : steps) {
        if (row.failed && !workflow::next({ workflow::Step::ApprovalSending, workflow::Status::ApprovalSending }, *row.failed))
            return false;
        if (!row.phase)
            continue;
        bool leads = false;
        for (const workflow::Pair &pair : workflow::pairs)
            leads = leads || (workflow::mayStandIn(*row.phase, pair.step) && workflow::next(pair, row.done));
        if (!leads && *row.phase != Phase::Verify)
            return false;
    }
    return true;
}
static_assert(everyStepIsComplete(), "a step lacks its name, tries, function, or a batch step its phase");
static_assert(everyPhaseHasItsStep(), "a phase has no step, or two");
static_assert(outcomesAreInTheTable(), "a step's outcome leads nowhere from where its members stand");

} // namespace

std::span<const StepRow> stepTable() { return steps; }

const StepRow *stepFor(TaskKind kind, std::optional<Phase> phase)
{
    const auto row = std::ranges::find_if(steps, [&](const StepRow &each) { return each.kind == kind && each.phase == phase; });
    return row == steps.end() ? nullptr : &*row;
}

} // namespace slipway::engine
